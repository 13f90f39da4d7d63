// Writes the demo's profiles, each with the import that it was confirmed from. Ids and times are given.
UNWIND $profiles AS written
MATCH (user:User {tenantId: $tenantId, email: written.email})
WITH written, user, COLLECT { MATCH (admin:User {tenantId: $tenantId, email: $adminEmail}) RETURN admin.id }[0] AS adminId
CREATE (job:ImportJob:$($tenantLabel) {
  tenantId: $tenantId,
  id: written.fileId,
  userId: user.id,
  adminId: adminId,
  status: 'confirmed',
  parsedFields: written.fields,
  createdAt: datetime($importedAt)
})-[:IS_FOR]->(user)
CREATE (user)-[:HAS]->(profile:Profile:$($tenantLabel) {
  tenantId: $tenantId,
  userId: user.id,
  fields: written.fields,
  fileId: written.fileId
})

// Creates the demo's profiles, each with the confirmed import it came from. Ids and times are parameters.
// @param profiles: list of {email: text, fileId: id, fields: JSON text}
// @param adminEmail: text or null
// @param importedAt: instant
UNWIND $profiles AS row
MATCH (user:User {tenantId: $tenantId, email: row.email})
WITH row, user, COLLECT { MATCH (admin:User {tenantId: $tenantId, email: $adminEmail}) RETURN admin.id }[0] AS adminId
CREATE (job:ImportJob:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.fileId,
  userId: user.id,
  adminId: adminId,
  status: 'confirmed',
  parsedFields: row.fields,
  createdAt: datetime($importedAt)
})-[:IS_FOR]->(user)
CREATE (user)-[:HAS]->(profile:Profile:$($tenantLabel) {
  tenantId: $tenantId,
  userId: user.id,
  fields: row.fields,
  fileId: row.fileId
})

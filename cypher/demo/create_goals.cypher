// Writes a batch of the demo's goals. Ids and times are given.
UNWIND $goals AS written
MATCH (owner:User {tenantId: $tenantId, email: written.email})
CREATE (owner)-[:OWNS]->(goal:Goal:$($tenantLabel) {
  tenantId: $tenantId,
  id: written.id,
  userId: owner.id,
  title: written.title,
  description: written.description,
  type: written.type,
  status: written.status,
  weekStart: date(written.weekStart),
  dateSet: datetime(written.dateSet),
  dateCompleted: datetime(written.dateCompleted)
})

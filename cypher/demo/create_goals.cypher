// Creates a batch of the demo's goals. Ids and times are parameters.
// @param goals: list of {email: text, id: id, title: text, description: text or null, type: text, status: text, weekStart: date,
//   dateSet: instant, dateCompleted: instant or null}
UNWIND $goals AS row
MATCH (owner:User {tenantId: $tenantId, email: row.email})
CREATE (owner)-[:OWNS]->(goal:Goal:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.id,
  userId: owner.id,
  title: row.title,
  description: row.description,
  type: row.type,
  status: row.status,
  weekStart: date(row.weekStart),
  dateSet: datetime(row.dateSet),
  dateCompleted: datetime(row.dateCompleted)
})

// Creates the demo's nominations with their nominees. Ids and times are parameters.
// @param nominations: list of {email: text, id: id, kind: text, teamKey: text, teamName: text or null, reason: text,
//   period: date, createdAt: instant, nominees: list of texts}
UNWIND $nominations AS row
MATCH (nominator:User {tenantId: $tenantId, email: row.email})
CREATE (nominator)-[:MADE]->(nomination:Nomination:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.id,
  nominatorId: nominator.id,
  kind: row.kind,
  teamKey: row.teamKey,
  teamName: row.teamName,
  reason: row.reason,
  period: row.period,
  createdAt: datetime(row.createdAt)
})
WITH nomination, row
UNWIND row.nominees AS email
MATCH (nominee:User {tenantId: $tenantId, email: email})
CREATE (nomination)-[:NAMES]->(nominee)

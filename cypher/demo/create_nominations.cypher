// Writes the demo's nominations, each with those it names. Ids and times are given.
UNWIND $nominations AS written
MATCH (nominator:User {tenantId: $tenantId, email: written.email})
CREATE (nominator)-[:MADE]->(nomination:Nomination:$($tenantLabel) {
  tenantId: $tenantId,
  id: written.id,
  nominatorId: nominator.id,
  kind: written.kind,
  teamKey: written.teamKey,
  teamName: written.teamName,
  reason: written.reason,
  period: written.period,
  createdAt: datetime(written.createdAt)
})
WITH nomination, written
UNWIND written.nominees AS email
MATCH (nominee:User {tenantId: $tenantId, email: email})
CREATE (nomination)-[:NAMES]->(nominee)

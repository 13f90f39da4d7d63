// Each of $userIds has nominated $count teams in $period for the benchmark, of which each has the person $userId as a member.
// @param userId: id
// @param userIds: list of ids
// @param count: whole number
// @param period: date
// @param text: text
// @param now: instant
MATCH (nominee:User {tenantId: $tenantId, id: $userId})
UNWIND $userIds AS nominatorId
MATCH (nominator:User {tenantId: $tenantId, id: nominatorId})
UNWIND range(1, toInteger($count)) AS place
CREATE (nominator)-[:MADE]->(nomination:Nomination:$($tenantLabel) {
  tenantId: $tenantId,
  id: randomUUID(),
  nominatorId: nominatorId,
  kind: 'team',
  teamKey: 'team ' + place,
  teamName: 'Team ' + place,
  period: $period,
  reason: $text,
  createdAt: datetime($now)
})
CREATE (nomination)-[:NAMES]->(nominee)

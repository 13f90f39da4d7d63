// Records the caller's nomination of a person (with an empty teamKey) or of a team's members. One that was there
// already for this kind, team and period comes back as it is: its id is not the one given.
MATCH (nominator:User {tenantId: $tenantId, id: $callerId, active: true})
MERGE (nomination:Nomination {
  tenantId: $tenantId, nominatorId: $callerId, kind: $kind, teamKey: $teamKey, period: $period
})
ON CREATE SET
  nomination:$($tenantLabel),
  nomination.id = $nominationId,
  nomination.teamName = $teamName,
  nomination.reason = $reason,
  nomination.createdAt = datetime($now)
WITH nominator, nomination
CALL (nominator, nomination) {
  WITH * WHERE nomination.id = $nominationId
  MERGE (nominator)-[:MADE]->(nomination)
  WITH nomination
  UNWIND $userIds AS userId
  MATCH (nominee:User {tenantId: $tenantId, id: userId})
  MERGE (nomination)-[:NAMES]->(nominee)
}
RETURN nomination.id AS id

// Records the caller's nomination of a person (with an empty teamKey) or of a team's members. One that was there
// already for this kind, team and period comes back as it is: its id is not the one given. Nothing comes back when one of
// them is not there any more, so that nobody's name is missing where the reason speaks of them.
MATCH (nominator:User {tenantId: $tenantId, id: $callerId, active: true})
WITH nominator, COLLECT {
  UNWIND $userIds AS userId
  MATCH (nominee:User {tenantId: $tenantId, id: userId, active: true})
  RETURN nominee
} AS nominees
WHERE size(nominees) = size($userIds)
MERGE (nomination:Nomination {
  tenantId: $tenantId, nominatorId: $callerId, kind: $kind, teamKey: $teamKey, period: $period
})
ON CREATE SET
  nomination:$($tenantLabel),
  nomination.id = $nominationId,
  nomination.teamName = $teamName,
  nomination.reason = $reason,
  nomination.createdAt = datetime($now)
WITH nominator, nominees, nomination
CALL (nominator, nominees, nomination) {
  WITH * WHERE nomination.id = $nominationId
  MERGE (nominator)-[:MADE]->(nomination)
  WITH nominees, nomination
  UNWIND nominees AS nominee
  MERGE (nomination)-[:NAMES]->(nominee)
}
RETURN nomination.id AS id

// Creates the caller's nomination of one person ($teamKey empty) or of a team's members, and returns its id. When a
// nomination of the same kind, team and period exists, returns that one's id instead and changes nothing. No id when
// the caller has made $maxNominations others in the period; the lock on the caller makes theirs wait for each other. No
// row when the caller or any nominee is no longer active, because the reason may name them.
// @batch
// @param userIds: list of ids
// @param period: date
// @param kind: text
// @param teamKey: text
// @param maxNominations: number
// @param nominationId: id
// @param teamName: text or null
// @param reason: text
// @param now: instant
MATCH (nominator:User {tenantId: $tenantId, id: $callerId, active: true})
SET nominator.id = $callerId
WITH nominator, COLLECT {
  UNWIND $userIds AS userId
  MATCH (nominee:User {tenantId: $tenantId, id: userId, active: true})
  RETURN nominee
} AS nominees, COUNT {
  MATCH (nominator)-[:MADE]->(other:Nomination {tenantId: $tenantId, period: $period})
  WHERE other.kind <> $kind OR other.teamKey <> $teamKey
} AS others
WHERE size(nominees) = size($userIds)
OPTIONAL CALL (nominator, nominees, others) {
  WITH * WHERE others < $maxNominations
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
    MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'nomination.made:' + nomination.id})
    ON CREATE SET
      change.type = 'nomination.made',
      change.subjectType = 'nomination',
      change.subjectId = nomination.id,
      change.changed = [],
      change_entry(change)
    WITH nominees, nomination
    UNWIND nominees AS nominee
    MERGE (nomination)-[:NAMES]->(nominee)
  }
  RETURN nomination.id AS id
}
RETURN id

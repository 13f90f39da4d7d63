// Withdraws the caller's nomination, which may then be made again. No row when it does not exist or is somebody else's.
// The lock on the caller is that of a new nomination.
// @batch
// @param nominationId: id
MATCH (nominator:User {tenantId: $tenantId, id: $callerId, active: true})
SET nominator.id = $callerId
WITH nominator
MATCH (nomination:Nomination {tenantId: $tenantId, id: $nominationId, nominatorId: $callerId})
WITH nomination, nomination.id AS id
DETACH DELETE nomination
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'nomination.withdrawn:' + id})
ON CREATE SET
  change.type = 'nomination.withdrawn',
  change.subjectType = 'nomination',
  change.subjectId = id,
  change.changed = [],
  change_entry(change)
RETURN id

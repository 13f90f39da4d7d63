// Claims the record of an Idempotency-Key until the transaction ends: the same claim in another transaction waits.
// Returns the recorded answer as `recorded`, which is null the first time and after it expired, and the standing of the
// caller ($ownerId: a user's id or `service:<name>`), which is null for an unknown or deactivated user. No row when the
// tenant does not exist.
// @param ownerId: id
// @param recordId: id
// @param now: instant
MATCH (:Tenant {id: $tenantId})
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $ownerId, active: true})
MERGE (record:IdempotencyRecord {tenantId: $tenantId, id: $recordId})
ON CREATE SET record:$($tenantLabel)
SET record.id = $recordId
RETURN
  CASE WHEN $ownerId STARTS WITH 'service:' THEN {roles: []} ELSE caller {.roles} END AS standing,
  CASE
    WHEN record.expiresAt > datetime($now) THEN record {.fingerprint, .status, .body, .location, .etag}
  END AS recorded

// Returns the recorded answer of an Idempotency-Key as `recorded`, null if there is none, and the caller's standing, as
// idempotency/claim does. Takes no lock.
// @param ownerId: id
// @param recordId: id
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $ownerId, active: true})
OPTIONAL MATCH (record:IdempotencyRecord {tenantId: $tenantId, id: $recordId})
RETURN
  CASE WHEN $ownerId STARTS WITH 'service:' THEN {roles: []} ELSE caller {.roles} END AS standing,
  CASE
    WHEN record.expiresAt > datetime($now) THEN record {.fingerprint, .status, .body, .location, .etag}
  END AS recorded

// Records the answer to a change until $expiresAt, unless an answer is recorded that has not expired; returns the
// recorded one. $subjectIds are the ids in the request's path. Takes the record's write lock before reading it.
// @param recordId: id
// @param now: instant
// @param ownerId: id
// @param subjectIds: list of ids
// @param fingerprint: text
// @param status: number
// @param body: text or null
// @param location: text or null
// @param etag: text or null
// @param expiresAt: instant
MERGE (record:IdempotencyRecord {tenantId: $tenantId, id: $recordId})
ON CREATE SET record:$($tenantLabel)
SET record.id = $recordId
WITH record, coalesce(record.expiresAt > datetime($now), false) AS isRecorded
FOREACH (unused IN CASE WHEN isRecorded THEN [] ELSE [record] END |
  SET
    unused.callerId = $ownerId,
    unused.subjectIds = $subjectIds,
    unused.fingerprint = $fingerprint,
    unused.status = $status,
    unused.body = $body,
    unused.location = $location,
    unused.etag = $etag,
    unused.expiresAt = datetime($expiresAt)
)
RETURN record {.fingerprint, .status, .body, .location, .etag} AS recorded

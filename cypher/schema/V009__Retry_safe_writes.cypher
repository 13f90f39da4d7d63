// A caller's Idempotency-Key is recorded once; records are found by the time they expire, and by caller when a person is erased.
CREATE CONSTRAINT idempotency_record_id IF NOT EXISTS FOR (record:IdempotencyRecord) REQUIRE (record.tenantId, record.id) IS UNIQUE;
CREATE INDEX idempotency_record_by_expiry IF NOT EXISTS FOR (record:IdempotencyRecord) ON (record.expiresAt);

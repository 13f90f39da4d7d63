// Entries of the audit log are found while they wait for their place in the hash chain of their tenant, by that place, by plan and by
// action. A tenant has one chain. Entries from before wait as if they were new.
// @works-with 0.1.0
CREATE INDEX audit_entry_by_recording IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.recordedAt);
CREATE INDEX audit_entry_by_place IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.sequence);
CREATE INDEX audit_entry_by_plan IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.planId, entry.at, entry.id);
CREATE INDEX audit_entry_by_action IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.action, entry.at, entry.id);
CREATE CONSTRAINT audit_chain_once_per_tenant IF NOT EXISTS FOR (chain:AuditChain) REQUIRE chain.tenantId IS UNIQUE;
MATCH (entry:AuditEntry)
WHERE entry.sequence IS NULL AND entry.recordedAt IS NULL
CALL (entry) {
  SET entry.recordedAt = entry.at
} IN TRANSACTIONS OF 5000 ROWS;

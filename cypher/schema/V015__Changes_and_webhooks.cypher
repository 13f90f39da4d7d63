// The audit log is read in pages by time: of a tenant, about a person, by a person.
CREATE INDEX audit_entry_by_time IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.at, entry.id);
CREATE INDEX audit_entry_by_user IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.userId, entry.at, entry.id);
CREATE INDEX audit_entry_by_actor IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.actorId, entry.at, entry.id);
// The change log: an entry is written once, is found while it waits for its place, and is read by its place. A tenant has one log.
CREATE CONSTRAINT change_entry_once_per_key IF NOT EXISTS FOR (entry:ChangeEntry) REQUIRE (entry.tenantId, entry.key) IS UNIQUE;
CREATE INDEX change_entry_by_recording IF NOT EXISTS FOR (entry:ChangeEntry) ON (entry.recordedAt);
CREATE INDEX change_entry_by_place IF NOT EXISTS FOR (entry:ChangeEntry) ON (entry.tenantId, entry.sequence);
CREATE CONSTRAINT change_log_once_per_tenant IF NOT EXISTS FOR (log:ChangeLog) REQUIRE log.tenantId IS UNIQUE;
CREATE INDEX change_log_by_unopened IF NOT EXISTS FOR (log:ChangeLog) ON (log.hasUnopened);

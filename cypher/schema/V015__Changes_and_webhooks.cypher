// The audit log is read in pages by time: of a tenant, about a person, by a person.
CREATE INDEX audit_entry_by_time IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.at, entry.id);
CREATE INDEX audit_entry_by_user IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.userId, entry.at, entry.id);
CREATE INDEX audit_entry_by_actor IF NOT EXISTS FOR (entry:AuditEntry) ON (entry.tenantId, entry.actorId, entry.at, entry.id);

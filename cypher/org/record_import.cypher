// Increments the organisation revision and writes the audit entry of an import with the numbers of created, changed and
// moved users.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.orgRevision = tenant.orgRevision + 1
CREATE (entry:AuditEntry:$($tenantLabel) {
  tenantId: $tenantId,
  id: $auditId,
  action: 'organisation.import',
  at: datetime($now),
  actorId: $callerId,
  source: $source,
  created: $created,
  changed: $changed,
  moved: $moved
})

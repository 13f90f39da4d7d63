// Records that an import changed the organisation, and by how much.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.orgRevision = tenant.orgRevision + 1
CREATE (entry:AuditEntry:$($tenantLabel) {
  tenantId: $tenantId,
  id: $auditId,
  action: 'organisation.import',
  at: datetime($now),
  actorId: $callerId,
  created: $created,
  changed: $changed,
  moved: $moved
})

// Sets when the retention of the tenant runs next. With $isNew it is the first run by $rules, a setting that was just
// changed. Without $isNew, the run that was due has ended. Returns what has been deleted since the last time, by kind, and where
// the deleted part of the audit log ends. No row if another worker did it, or the setting changed.
// @param rules: list of texts
// @param isNew: boolean
// @param now: instant
// @param dueAt: instant
MERGE (run:RetentionRun {tenantId: $tenantId})
ON CREATE SET run:$($tenantLabel)
SET run.tenantId = $tenantId
WITH run
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (chain:AuditChain {tenantId: $tenantId})
WITH run, chain, run {.notifications, .deliveries, .summaries, .audit} AS deleted
WHERE coalesce(tenant.retention, []) = $rules
  AND CASE WHEN $isNew THEN coalesce(run.rules, []) <> $rules ELSE run.rules = $rules AND run.dueAt <= datetime($now) END
SET run.rules = $rules, run.dueAt = datetime($dueAt)
REMOVE run.notifications, run.deliveries, run.summaries, run.audit
RETURN deleted, chain.sweptThrough + ':' + chain.sweptHash AS auditThrough

// Clauses: the retention run of the tenant as `run`, with its write lock. There is none unless it is due, by the rules of
// the setting.
// @param rules: list of texts
// @param now: instant
MATCH (run:RetentionRun {tenantId: $tenantId})
SET run.tenantId = $tenantId
WITH run
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH run, tenant
WHERE run.rules = $rules AND tenant.retention = $rules AND run.dueAt <= datetime($now)
WITH run

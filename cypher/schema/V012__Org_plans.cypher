// Plans of reorganisations: lists of a tenant by time, those that are due by state, and the moves of a plan.
CREATE CONSTRAINT org_plan_id IF NOT EXISTS FOR (plan:OrgPlan) REQUIRE plan.id IS UNIQUE;
CREATE INDEX org_plan_by_creation IF NOT EXISTS FOR (plan:OrgPlan) ON (plan.tenantId, plan.createdAt, plan.id);
CREATE INDEX org_plan_by_status IF NOT EXISTS FOR (plan:OrgPlan) ON (plan.tenantId, plan.status, plan.effectiveOn);
CREATE INDEX would_report_to_by_plan IF NOT EXISTS FOR ()-[move:WOULD_REPORT_TO]-() ON (move.planId);

// Returns the scheduled plans of all tenants for days until $latestDate (the newest date that it is anywhere), with the
// time zone of the tenant, oldest day first. `actorId` is who approved the plan, or else its author.
// @all-tenants
// @param latestDate: date
RETURN COLLECT {
  MATCH (tenant:Tenant)
  WHERE tenant.id IS NOT NULL
  MATCH (plan:OrgPlan {tenantId: tenant.id, status: 'scheduled'})
  WHERE plan.effectiveOn <= date($latestDate)
  RETURN {
    tenantId: tenant.id,
    timezone: tenant.timezone,
    planId: plan.id,
    effectiveOn: toString(plan.effectiveOn),
    actorId: coalesce(plan.approverId, plan.authorId)
  }
  ORDER BY plan.effectiveOn, plan.createdAt, plan.id
} AS plans

// Returns a plan or null, with the caller's standing and the settings of the tenant that decide what may be done with it and
// the revision of its chart, and whether the caller is its author.
// @param planId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
RETURN
  caller {.roles} AS standing,
  tenant {.planApproval, .timezone, .orgRevision} AS tenant,
  plan_fields(plan) AS plan,
  coalesce(plan.authorId = $callerId, false) AS isAuthor

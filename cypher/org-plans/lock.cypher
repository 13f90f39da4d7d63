// Takes the write locks of the tenant and of a plan until the transaction ends (see organisation/lock_tenant), in this order,
// before the moves or the state of the plan are read to be changed. No row if there is no plan; the tenant is locked
// all the same.
// @param planId: id
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
SET plan.id = $planId
RETURN plan.id AS id

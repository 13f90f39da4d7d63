// Clause: finds the plan of $view, if the tenant has it and it has not ended, as `plan`. What has ended has no preview either.
OPTIONAL MATCH (plan:OrgPlan {tenantId: $tenantId, id: $view.planId})
  WHERE NOT plan.status IN ['applied', 'undone', 'cancelled']

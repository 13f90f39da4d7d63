// Clauses, the beginning of every view form: `view` is {asOf: DATETIME or null, timezone, planId: id or null, isKnown}.
// $view.asOf is null, an instant, or a date: that is the end of the day in the tenant's time zone, and now if it is
// today. All in UTC: instants of two zones are never equal. `isKnown` is false for a plan that the tenant does not
// have, or that has ended: what has ended has no preview.
// @param view: {asOf: text or null, planId: id or null}
// @param now: instant
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (plan:OrgPlan {tenantId: $tenantId, id: $view.planId})
  WHERE NOT plan.status IN ['applied', 'undone', 'cancelled']
WITH {
  asOf: CASE
    WHEN $view.asOf IS NOT NULL THEN datetime({
      datetime: CASE
        WHEN $view.asOf CONTAINS 'T' THEN datetime($view.asOf)
        WHEN date($view.asOf) = date(datetime({datetime: datetime($now), timezone: coalesce(tenant.timezone, 'UTC')}))
          THEN datetime($now)
        ELSE datetime({date: date($view.asOf) + duration('P1D'), timezone: coalesce(tenant.timezone, 'UTC')})
          - duration('PT0.001S')
      END,
      timezone: 'Z'
    })
  END,
  timezone: coalesce(tenant.timezone, 'UTC'),
  planId: $view.planId,
  isKnown: $view.planId IS NULL OR plan IS NOT NULL
} AS view

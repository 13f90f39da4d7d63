// Map {asOf: DATETIME or null, planId: id or null}: the view that $view asks for. Its `asOf` is null, an instant, or a date: that is
// the end of the day in the tenant's time zone, and now if it is today. All in UTC: instants of two zones are never equal. Expects
// `tenant` and $now.
{
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
  planId: $view.planId
}

// Boolean expression: `reader` is a manager, which entitles them to reports. True with an active direct report; with
// the role senior_manager, with an active person at any level below; a deactivated manager in between hides nobody.
EXISTS { (reader)<-[:REPORTS_TO]-(:User {tenantId: $tenantId, active: true}) }
OR ('senior_manager' IN reader.roles AND EXISTS {
  MATCH (reader)<-[:REPORTS_TO*1..]-(below:User {tenantId: $tenantId, active: true})
  RETURN DISTINCT below
})

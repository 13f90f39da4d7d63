// Boolean expression: `reader` is a manager, which entitles them to reports, or the deputy of one for reading. True with an active
// direct report; with the role senior_manager, with an active person at any level below; a deactivated manager in between hides nobody.
EXISTS { (reader)<-[:REPORTS_TO]-(:User {tenantId: $tenantId, active: true}) }
OR EXISTS {
  MATCH
    // @include heads
    AND all(term IN terms WHERE 'read' IN term.rights)
    AND (size(terms) = 1 OR 'senior_manager' IN head.roles)
  MATCH (head)<-[below:REPORTS_TO*1..]-(led:User {tenantId: $tenantId, active: true})
  WHERE led <> reader AND (size(below) = 1 OR 'senior_manager' IN head.roles)
  RETURN DISTINCT led
}

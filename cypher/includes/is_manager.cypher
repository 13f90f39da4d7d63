// Boolean expression: `reader` is a manager, which entitles them to reports, or the deputy of one for reading. True
// with an active direct report; with the role senior_manager, with an active person at any level below; a deactivated
// manager in between hides nobody.
EXISTS {
  MATCH
    // @include heads
    AND all(term IN terms WHERE 'read' IN term.rights)
  MATCH (head)<-[:REPORTS_TO]-(led:User {tenantId: $tenantId, active: true})
  WHERE led <> reader
}
OR EXISTS {
  MATCH
    // @include heads
    AND all(term IN terms WHERE 'read' IN term.rights) AND 'senior_manager' IN head.roles
  MATCH (head)<-[:REPORTS_TO*1..]-(led:User {tenantId: $tenantId, active: true})
  WHERE led <> reader
  RETURN DISTINCT led
}

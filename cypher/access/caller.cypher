// The caller's roles; a null standing is nobody we know, or someone deactivated.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
RETURN caller {
  .roles,
  isManager: EXISTS { (caller)<-[:REPORTS_TO]-(:User {active: true}) }
} AS standing

// Returns how far seeding of the demo has come: the last step that was noted, else `finished` when the tenant has a
// summary or users who are not the demo's, else `begun`.
// @param emails: list of texts
MATCH (tenant:Tenant {id: $tenantId})
RETURN CASE
  WHEN tenant.demoProgress IS NOT NULL THEN tenant.demoProgress
  WHEN EXISTS { MATCH (:Summary {tenantId: $tenantId}) } THEN 'finished'
  WHEN EXISTS {
    MATCH (other:User {tenantId: $tenantId})
    WHERE other.email IS NOT NULL AND NOT other.email IN $emails
  } THEN 'finished'
  ELSE 'begun'
END AS progress

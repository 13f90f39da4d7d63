// Returns as `keys` the departments into which the caller alone, who is an admin, may bring nobody: their partner would gain sight
// (includes/partner_gains). It looks at the departments $keys and at those of the teams $teamKeys. There are none while roles need no second admin. $establishedDays is the default of the setting.
// @param keys: list of texts
// @param teamKeys: list of texts
MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (admin:User {tenantId: $tenantId, id: $callerId})
WITH
  admin,
  // @include established_days
  AS establishedDays,
  CASE WHEN tenant.roleApproval = 'second_admin' AND admin IS NOT NULL THEN $keys + COLLECT {
    UNWIND $teamKeys AS teamKey
    MATCH (team:Team {tenantId: $tenantId, key: teamKey})
    WHERE team.departmentKey IS NOT NULL
    RETURN DISTINCT team.departmentKey
  } ELSE [] END AS keys
CALL (admin, establishedDays, keys) {
  WITH * WHERE size(keys) > 0
  MATCH (partner:User {tenantId: $tenantId})-[part:PARTNER_OF {tenantId: $tenantId}]->()
  USING INDEX part:PARTNER_OF(tenantId, id)
  WHERE part.id IS NOT NULL AND part.departmentKey IN keys AND partner_gains(partner, part, admin, establishedDays)
  RETURN collect(DISTINCT part.departmentKey) AS closed
}
RETURN closed AS keys

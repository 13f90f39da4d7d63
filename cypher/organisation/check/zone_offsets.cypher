// Returns each time zone of the people and the settings of $onlyTenantId (of all tenants when it is null), with its offsets from UTC in seconds, by the
// time-zone rules of the database, at each of the $days days from $now on.
// @all-tenants
// @param onlyTenantId: id or null
// @param days: number
// @param now: instant
CALL () {
  MATCH (tenant:Tenant)
  WHERE tenant.timezone IS NOT NULL AND ($onlyTenantId IS NULL OR tenant.id = $onlyTenantId)
  RETURN tenant.timezone AS zone
  UNION
  MATCH (person:User)
  WHERE person.timezone IS NOT NULL AND ($onlyTenantId IS NULL OR person.tenantId = $onlyTenantId)
  RETURN person.timezone AS zone
}
WITH DISTINCT zone
ORDER BY zone
RETURN zone, [
  day IN range(0, $days - 1) | datetime({datetime: datetime($now) + duration({days: day}), timezone: zone}).offsetSeconds
] AS offsets

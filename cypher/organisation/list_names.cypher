// Lists the people of the tenant by e-mail address, deactivated ones included, with their names and the time zone of the tenant.
// A calendar of absences names people so.
// @rows
MATCH (person:User {tenantId: $tenantId})
WHERE person.email IS NOT NULL
WITH person
ORDER BY person.tenantId, person.email
RETURN
  person.email AS email,
  person.name AS name,
  coalesce(COLLECT { MATCH (tenant:Tenant {id: $tenantId}) RETURN tenant.timezone }[0], 'UTC') AS timezone

// Takes the tenant's write lock, and lists the next 200 people whose excused weeks are to be derived again, deactivated ones
// included, by id. Those up to the id `unsettledAfter` of the tenant have been handled. Takes the write lock of each person too,
// so that nobody changes their absences meanwhile. There is no row if nobody is left.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant.unsettledAfter AS after
MATCH (person:User {tenantId: $tenantId})
WHERE person.id > after
WITH person
ORDER BY person.id
LIMIT 200
SET person.tenantId = $tenantId
WITH absence_facts(person) AS person
RETURN
  person.id AS id, person.email AS email, coalesce(person.absences, []) AS absences, person.region AS region,
  person.workingDays AS workingDays, person.tenant AS tenant, coalesce(person.weeks, []) AS weeks
ORDER BY id

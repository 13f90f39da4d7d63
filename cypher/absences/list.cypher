// Lists the people of the tenant, deactivated ones included, whose weeks may be excused, by e-mail address: those with
// absences, excused weeks or a region, everybody if the tenant has one. With $emails those with these addresses. No row
// for others.
// @rows
// @param emails: list of texts or null
MATCH (tenant:Tenant {id: $tenantId})
CALL (tenant) {
  MATCH (person:User {tenantId: $tenantId})
  WHERE person.email IS NOT NULL AND (
    person.email IN coalesce($emails, [])
    OR $emails IS NULL AND coalesce(person.absences, person.excusedWeeks, person.region, tenant.region) IS NOT NULL
  )
  RETURN person
}
WITH absence_facts(person) AS person
ORDER BY person.email
RETURN
  person.id AS id, person.email AS email, coalesce(person.absences, []) AS absences, person.region AS region,
  person.workingDays AS workingDays, person.tenant AS tenant, coalesce(person.weeks, []) AS weeks

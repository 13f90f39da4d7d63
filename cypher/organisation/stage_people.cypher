// Creates people who are not there yet, as nodes without a label: no query and no constraint finds them until
// organisation/create_people gives them theirs. `team` is the reference of one of organisation/stage_teams, or null. Returns `staged`: of
// each person [id, reference], the reference being its elementId. The batch keeps the references, for
// organisation/remove_staged. The caller holds the tenant's write lock.
// @param rows: list of {id: id, email: text, name: text, sortName: text, jobTitle: text or null, roles: list of roles,
//   employeeNumber: text or null, externalId: text or null, preferredLanguage: text or null, pendingManager: text or null,
//   startDate: date or null, timezone: text or null, region: text or null, workingDays: text or null,
//   checkInsExpected: text or null, team: text or null}
// @param now: instant
UNWIND $rows AS row
CREATE (person {
  tenantId: $tenantId,
  id: row.id,
  email: row.email,
  name: row.name,
  sortName: row.sortName,
  jobTitle: row.jobTitle,
  roles: row.roles,
  employeeNumber: row.employeeNumber,
  externalId: row.externalId,
  preferredLanguage: row.preferredLanguage,
  pendingManager: toLower(row.pendingManager),
  pendingManagerText: row.pendingManager,
  startDate: date(row.startDate),
  timezone: row.timezone,
  region: row.region,
  workingDays: row.workingDays,
  checkInsExpected: row.checkInsExpected,
  active: true,
  createdAt: datetime($now),
  updatedAt: datetime($now)
})
WITH person, row
CALL (person, row) {
  MATCH (team {tenantId: $tenantId})
  WHERE elementId(team) = row.team
  CREATE (person)-[:MEMBER_OF]->(team)
}
WITH collect([person.id, elementId(person)]) AS staged
CREATE (:ImportBatch {tenantId: $tenantId, createdAt: datetime($now), references: [person IN staged | person[1]]})
RETURN staged

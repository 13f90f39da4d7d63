// Map: the values of a `person` by which a filter of SCIM can ask, by the names in src/features/scim/users.ts. Texts are in
// lower case, except ids.
// @param filter: list of lists of maps of values or null
CASE WHEN $filter IS NULL THEN {} ELSE {
  id: person.id,
  externalId: person.externalId,
  employeeNumber: person.employeeNumber,
  userName: coalesce(person.userName, person.email),
  email: person.email,
  emailType: 'work',
  displayName: toLower(person.name),
  givenName: toLower(person.givenName),
  familyName: toLower(person.familyName),
  title: toLower(person.jobTitle),
  preferredLanguage: toLower(person.preferredLanguage),
  timezone: toLower(person.timezone),
  active: person.active,
  department: toLower(coalesce(person.department, [(person)-[:MEMBER_OF]->(team:Team) | team.department][0])),
  manager: [(person)-[:REPORTS_TO]->(upper:User) | upper.id][0],
  created: moment(person.createdAt),
  lastModified: moment(person.updatedAt)
} END

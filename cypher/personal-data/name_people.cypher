// Returns the users with these ids ($userIds) as `people`, also deactivated ones, by e-mail address.
// @param userIds: list of ids
CALL () {
  UNWIND $userIds AS id
  MATCH (person:User {tenantId: $tenantId, id: id})
  WITH person
  ORDER BY person.email
  RETURN collect(person {.id, .email, .name}) AS people
}
RETURN people

// Lists the users of $userIds with their roles, for rows that name them. List: the first row is the heading with
// `standing`, which shows that the caller is still active. With $listLimit ids or more, `isPartial` is true and no rows
// follow.
// @param userIds: list of ids
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
CALL (standing) {
  RETURN
    standing AS head, size($userIds) >= $listLimit AS isPartial, null AS id, null AS name, null AS email, null AS jobTitle,
    null AS photoUrl, null AS roles, null AS team
  UNION ALL
  UNWIND range(0, CASE WHEN size($userIds) < $listLimit THEN size($userIds) ELSE 0 END - 1) AS place
  MATCH (person:User {tenantId: $tenantId, id: $userIds[place]})
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  RETURN
    null AS head, null AS isPartial, person.id AS id, person.name AS name, person.email AS email, person.jobTitle AS jobTitle,
    person.photoUrl AS photoUrl, person.roles AS roles, team.name AS team
}
RETURN head AS standing, isPartial, id, name, email, jobTitle, photoUrl, roles, team

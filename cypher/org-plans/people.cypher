// Lists the users of $userIds with their roles, for rows that name them. List: the first row is the heading with `standing`, which
// shows that the caller is still active; rows of up to 200 people follow: a row with thousands would be decoded in one go.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
CALL (standing) {
  RETURN standing AS head, null AS people
  UNION ALL
  UNWIND range(0, size($userIds) - 1, 200) AS start
  WITH
    start,
    COLLECT {
      UNWIND range(start, CASE WHEN start + 200 < size($userIds) THEN start + 200 ELSE size($userIds) END - 1) AS place
      MATCH (person:User {tenantId: $tenantId, id: $userIds[place]})
      OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
      RETURN [person.id, person.name, person.email, person.jobTitle, person.photoUrl, person.roles, team.name]
    } AS people
  RETURN null AS head, people
}
RETURN head AS standing, people AS `people[id, name, email, jobTitle, photoUrl, roles, team]`

// Creates $count groups of a directory for the benchmark. Everybody of $userIds is in the first one.
// @param count: whole number
// @param now: instant
// @param userIds: list of ids
UNWIND range(1, toInteger($count)) AS place
CREATE (group:ScimGroup:$($tenantLabel) {
  tenantId: $tenantId,
  id: randomUUID(),
  displayName: 'Group ' + place,
  createdAt: datetime($now),
  updatedAt: datetime($now)
})
WITH group, place
WHERE place = 1
UNWIND $userIds AS userId
MATCH (person:User {tenantId: $tenantId, id: userId})
CREATE (person)-[:IN_GROUP]->(group)

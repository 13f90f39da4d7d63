// Returns who is, or will be, the deputy of a user (`deputies`), and for whom the user is or will be one (`deputyFor`),
// the earliest first, with the caller's standing towards the user and `userFound`.
// @param userId: id
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
RETURN
  caller {.roles, levelsAbove: CASE $callerId WHEN $userId THEN 0 END} AS standing,
  user IS NOT NULL AS userFound,
  COLLECT {
    MATCH (user)<-[term:DEPUTY_FOR]-(deputy:User)
    WHERE term.until > datetime($now)
    WITH user AS manager, term, deputy
    ORDER BY term.since, deputy.id
    RETURN
      // @include deputy_fields
  } AS deputies,
  COLLECT {
    MATCH (user)-[term:DEPUTY_FOR]->(manager:User)
    WHERE term.until > datetime($now)
    WITH user AS deputy, term, manager
    ORDER BY term.since, manager.id
    RETURN
      // @include deputy_fields
  } AS deputyFor

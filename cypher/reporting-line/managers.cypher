// Returns a page of the active users above a user, nearest first, behind the position $after ({depth, id} or null), with the
// caller's standing towards the user and `userFound`.
// @param userId: id
// @param after: position or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
CALL (owner) {
  MATCH up = (owner)-[:REPORTS_TO*1..]->(manager:User)
  WITH manager, min(length(up)) AS depth
  WHERE manager.active
    AND ($after IS NULL OR depth > $after.depth OR depth = $after.depth AND manager.id > $after.id)
  WITH manager, depth
  ORDER BY depth, manager.id
  LIMIT 201
  OPTIONAL MATCH (manager)-[:MEMBER_OF]->(team:Team)
  WITH manager, depth, team
  ORDER BY depth, manager.id
  RETURN collect(manager {
    .id, .name, .jobTitle, .photoUrl,
    team: team.name,
    position: {depth: depth, id: manager.id}
  }) AS managers
}
RETURN
  // @include standing
  AS standing,
  owner IS NOT NULL AS userFound,
  managers[0..toInteger($limit) + 1] AS items

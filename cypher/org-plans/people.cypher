// Returns the users of $userIds with their roles, for rows that name them. `standing` shows that the caller is still active.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
RETURN
  caller {.roles} AS standing,
  COLLECT {
    UNWIND $userIds AS userId
    MATCH (person:User {tenantId: $tenantId, id: userId})
    OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
    RETURN person {.id, .name, .email, .jobTitle, .photoUrl, .roles, team: team.name}
  } AS people

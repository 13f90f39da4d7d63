// user_by_id(userId): map, the person with this id as responses embed them, or null.
COLLECT {
  MATCH (person:User {tenantId: $tenantId, id: userId})
  RETURN user_ref(person)
}[0]

// Map or null: the manager as whose deputy somebody gave `response`, which may be null.
CASE WHEN response IS NOT NULL THEN COLLECT {
  MATCH (response)-[:ON_BEHALF_OF]->(represented:User)
  OPTIONAL MATCH (represented)-[:MEMBER_OF]->(theirTeam:Team)
  RETURN named_user(represented, theirTeam)
}[0] END

// Puts everyone below $headId into the team $key of the department $key. Returns their ids, and the head with everyone above.
// @param headId: id
// @param key: text
MATCH (head:User {tenantId: $tenantId, id: $headId})
MERGE (team:Team {tenantId: $tenantId, key: $key})
ON CREATE SET
  team:$($tenantLabel),
  team.name = $key,
  team.sortName = $key,
  team.department = $key,
  team.departmentKey = $key
WITH head, team, COLLECT { MATCH (head)-[:REPORTS_TO*0..]->(above:User) RETURN above.id } AS headIds
MATCH (head)<-[:REPORTS_TO*1..]-(person:User)
WITH DISTINCT headIds, team, person
CALL (person) {
  MATCH (person)-[old:MEMBER_OF]->()
  DELETE old
}
CREATE (person)-[:MEMBER_OF]->(team)
RETURN headIds, collect(person.id) AS memberIds

// Returns the groups of people in $audiences (keys of audiences) who are asked the same: team and department by key, and which of the
// people $headIds stand above them.
// @rows
CALL () {
  WITH * WHERE 'tenant' IN $audiences
  MATCH (person:User {tenantId: $tenantId, active: true})
  WHERE person.email IS NOT NULL
  RETURN person
  UNION
  UNWIND [one IN $audiences WHERE one STARTS WITH 'team:' | substring(one, 5)] AS key
  MATCH (team:Team {tenantId: $tenantId, key: key})<-[:MEMBER_OF]-(person:User {active: true})
  RETURN person
  UNION
  UNWIND [one IN $audiences WHERE one STARTS WITH 'department:' | substring(one, 11)] AS key
  MATCH (team:Team {tenantId: $tenantId, departmentKey: key})<-[:MEMBER_OF]-(person:User {active: true})
  RETURN person
  UNION
  UNWIND [one IN $audiences WHERE one STARTS WITH 'below:' | substring(one, 6)] AS id
  MATCH (head:User {tenantId: $tenantId, id: id})<-[:REPORTS_TO*1..]-(person:User {active: true})
  RETURN DISTINCT person
}
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
OPTIONAL MATCH (person)-[:REPORTS_TO]->(manager:User)
WITH DISTINCT manager, team
WITH team, COLLECT {
  MATCH (manager)-[:REPORTS_TO*0..]->(above:User)
  WHERE above.id IN $headIds
  RETURN above.id
} AS heads
RETURN DISTINCT team.key AS teamKey, team.departmentKey AS departmentKey, heads

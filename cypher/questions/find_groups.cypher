// Returns for the people in $audiences (keys of audiences) which of the audiences $keys they are in: each list of keys once, however many
// people are in the same ones. $headIds are the people of the audiences "below" among $keys.
// @rows
// @param audiences: list of texts
// @param keys: list of texts
// @param headIds: list of ids
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
WITH DISTINCT manager, [key IN audiences_of(team) WHERE key IN $keys] AS ofTeam
RETURN DISTINCT ofTeam + COLLECT {
  MATCH (manager)-[:REPORTS_TO*0..]->(above:User)
  WHERE above.id IN $headIds
  RETURN 'below:' + above.id
} AS keys

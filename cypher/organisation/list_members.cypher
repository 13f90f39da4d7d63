// Returns everybody who is in a group of a directory or has a role by one, with the ids of their groups, as
// src/features/organisation/people/plan-member.ts reads them.
CALL () {
  MATCH (group:ScimGroup {tenantId: $tenantId})
  WHERE group.displayName IS NOT NULL AND group.id IS NOT NULL
  MATCH (group)<-[:IN_GROUP]-(person:User)
  RETURN person
  UNION
  MATCH (person:User {tenantId: $tenantId})
  WHERE person.email IS NOT NULL AND size(person.grantedRoles) > 0
  RETURN person
}
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
WITH person, head(collect(team.name)) AS team
RETURN
  person.id AS id, coalesce(person.id = $callerId, false) AS isCaller, person.name AS name, person.active AS active, person.roles AS roles,
  coalesce(person.grantedRoles, []) AS grantedRoles, coalesce(person.deniedRoles, []) AS deniedRoles,
  team, person.department AS department,
  [(person)-[:IN_GROUP]->(group:ScimGroup) | group.id] AS groups

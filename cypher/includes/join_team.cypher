// Moves `person` to the team `row.name`, which is created if it is new, or out of the team if it is null. `row.department` becomes
// the department of the team if it is not null, which changes the members, too; `row.newDepartment` that of a new team only.
CALL (person) {
  MATCH (person)-[old:MEMBER_OF]->()
  DELETE old
}
WITH person, row
WHERE row.name IS NOT NULL
MERGE (team:Team {tenantId: $tenantId, name: row.name})
ON CREATE SET team:$($tenantLabel), team.department = row.newDepartment
CREATE (person)-[:MEMBER_OF]->(team)
WITH team, row.department AS department
CALL (team, department) {
  WITH * WHERE department IS NOT NULL AND department <> coalesce(team.department, '')
  MATCH (team)<-[:MEMBER_OF]-(member:User)
  SET member.updatedAt = datetime($now)
}
SET team.department = coalesce(department, team.department)

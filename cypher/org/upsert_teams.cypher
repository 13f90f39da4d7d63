// Creates or updates teams with their departments. A new department changes the members, too.
UNWIND $rows AS row
MERGE (team:Team {tenantId: $tenantId, name: row.name})
ON CREATE SET team:$($tenantLabel)
WITH team, row.department AS department
CALL (team, department) {
  WITH * WHERE coalesce(team.department, '') <> coalesce(department, '')
  MATCH (team)<-[:MEMBER_OF]-(member:User)
  SET member.updatedAt = datetime($now)
}
SET team.department = department

// Moves `person` to the team `row.key`, which is created if it is new, or out of the team if it is null.
// `row.department` becomes the department of the team if it is not null, which also changes the other members
// (`row.changeId` is the id of that change); `row.newDepartment` that of a new team only. A department that the tenant
// has, by `row.departmentKey`, keeps its spelling. The team notes when an admin last did so (`grownAt`).
// @param now: instant
CALL (person) {
  MATCH (person)-[old:MEMBER_OF]->()
  DELETE old
}
WITH person, row
WHERE row.key IS NOT NULL
WITH person, row, COLLECT {
  MATCH (known:Team {tenantId: $tenantId, departmentKey: row.departmentKey})
  RETURN known.department
  LIMIT 1
}[0] AS spelling
MERGE (team:Team {tenantId: $tenantId, key: row.key})
ON CREATE SET
  team:$($tenantLabel),
  team.name = row.name,
  team.sortName = row.sortName,
  team.department = CASE WHEN row.newDepartment IS NOT NULL THEN coalesce(spelling, row.newDepartment) END,
  team.departmentKey = CASE WHEN row.newDepartment IS NOT NULL THEN row.departmentKey END
CREATE (person)-[:MEMBER_OF]->(team)
WITH
  person, team, row.changeId AS changeId, row.departmentKey AS departmentKey,
  CASE WHEN row.department IS NOT NULL THEN coalesce(spelling, row.department) END AS department
CALL (person, team, department, changeId) {
  WITH * WHERE department IS NOT NULL AND department <> coalesce(team.department, '')
  MATCH (team)<-[:MEMBER_OF]-(member:User)
  WHERE member <> person
  SET member.updatedAt = datetime($now)
  CREATE (change:ChangeEntry {tenantId: $tenantId, key: 'user.updated:' + changeId + ':' + member.id})
  SET
    change.type = 'user.updated',
    change.subjectType = 'user',
    change.subjectId = member.id,
    change.changed = ['department'],
    change_entry(change)
}
SET
  team.department = coalesce(department, team.department),
  team.departmentKey = CASE WHEN department IS NULL THEN team.departmentKey ELSE departmentKey END,
  team.grownAt = CASE WHEN
    // @include is_by_admin
    THEN datetime($now) ELSE team.grownAt
  END

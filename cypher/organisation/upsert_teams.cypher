// Creates or updates teams with their departments. A new department also changes the members; `changeId` is the id of
// that change.
// @param rows: list of {key: text, name: text, sortName: text, department: text or null, departmentKey: text or null,
//   changeId: id}
// @param now: instant
UNWIND $rows AS row
MERGE (team:Team {tenantId: $tenantId, key: row.key})
ON CREATE SET team:$($tenantLabel), team.name = row.name, team.sortName = row.sortName
WITH team, row.department AS department, row.departmentKey AS departmentKey, row.changeId AS changeId
CALL (team, department, changeId) {
  WITH * WHERE coalesce(team.department, '') <> coalesce(department, '')
  MATCH (team)<-[:MEMBER_OF]-(member:User)
  SET member.updatedAt = datetime($now)
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'user.updated:' + changeId + ':' + member.id})
  ON CREATE SET
    change.type = 'user.updated',
    change.subjectType = 'user',
    change.subjectId = member.id,
    change.changed = ['department'],
    change_entry(change)
}
SET team.department = department, team.departmentKey = departmentKey

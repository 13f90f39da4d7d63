// Creates or updates teams with their departments. A new department changes the members, too; `changeId` is the id of that change.
UNWIND $rows AS row
MERGE (team:Team {tenantId: $tenantId, name: row.name})
ON CREATE SET team:$($tenantLabel)
WITH team, row.department AS department, row.changeId AS changeId
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
    // @include change_entry
}
SET team.department = department

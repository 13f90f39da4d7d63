// Moves `person` to the team `row.name`, which is created if it is new, or out of the team if it is null. `row.department` becomes
// the department of the team if it is not null, which changes the other members, too (`row.changeId` is the id of that change); `row.newDepartment` that of a new team
// only.
CALL (person) {
  MATCH (person)-[old:MEMBER_OF]->()
  DELETE old
}
WITH person, row
WHERE row.name IS NOT NULL
MERGE (team:Team {tenantId: $tenantId, name: row.name})
ON CREATE SET team:$($tenantLabel), team.department = row.newDepartment
CREATE (person)-[:MEMBER_OF]->(team)
WITH person, team, row.department AS department, row.changeId AS changeId
CALL (person, team, department, changeId) {
  WITH * WHERE department IS NOT NULL AND department <> coalesce(team.department, '')
  MATCH (team)<-[:MEMBER_OF]-(member:User)
  WHERE member <> person
  SET member.updatedAt = datetime($now)
  CREATE (change:ChangeEntry:$($tenantLabel) {
    tenantId: $tenantId,
    key: 'user.updated:' + changeId + ':' + member.id,
    type: 'user.updated',
    subjectType: 'user',
    subjectId: member.id,
    changed: ['department'],
    at: datetime($now),
    traceparent: $traceparent,
    recordedAt: datetime.realtime()
  })
}
SET team.department = coalesce(department, team.department)

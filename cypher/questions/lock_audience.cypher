// Takes the tenant's write lock (see org/lock_tenant), under which questions are created, and returns what decides about a new one: the
// standing of the caller towards $userId, the head of its audience (null for another audience), whether that person is there and active,
// the name of the team $teamKey and of the department $departmentKey, and how many questions there are. `asked` are those that some of
// the audience may be asked from $weekStart on, in so many sets as there are different ones: [id, frequency, …] for each question. No
// sets are found while there are fewer than $maxAsked questions. No row without the tenant.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (head:User {tenantId: $tenantId, id: $userId, active: true})
OPTIONAL MATCH line = (head)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (team:Team {tenantId: $tenantId, key: $teamKey})
RETURN
  caller {.roles, levelsAbove: length(line), managersAsk: coalesce(tenant.managersAsk, $managersAsk) = 'on'} AS standing,
  head IS NOT NULL AS headFound,
  team.name AS teamName,
  COLLECT {
    MATCH (member:Team {tenantId: $tenantId, departmentKey: $departmentKey})
    RETURN member.department
    LIMIT 1
  }[0] AS departmentName,
  COUNT { (other:Question {tenantId: $tenantId}) WHERE other.createdAt IS NOT NULL AND other.id <> $questionId } AS questions,
  COUNT {
    (other:Question {tenantId: $tenantId})
    WHERE other.createdAt IS NOT NULL AND other.id <> $questionId AND other.endedAt IS NULL
      AND (other.toWeek IS NULL OR other.toWeek >= date($weekStart))
  } AS open

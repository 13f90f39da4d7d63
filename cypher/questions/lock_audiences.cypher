// Takes the tenant's write lock (see org/lock_tenant), under which questions are created, and returns what decides about new ones: of
// each of $rows, how far the caller stands above the head of its audience, whether there is such a head, and the names of team and
// department; the tenant's time zone; how many questions there are, and the schedules of those that are asked from $weekStart on. Both
// leave out $questionIds, because a transaction that is repeated would find its own. Returns no row without the tenant.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
RETURN
  caller {.roles, managersAsk: coalesce(tenant.managersAsk, $managersAsk) = 'on'} AS standing,
  tenant {.timezone} AS tenant,
  COLLECT {
    UNWIND $rows AS row
    OPTIONAL MATCH (head:User {tenantId: $tenantId, id: row.userId, active: true})
    OPTIONAL MATCH line = (head)-[:REPORTS_TO*0..]->(caller)
    OPTIONAL MATCH (team:Team {tenantId: $tenantId, key: row.teamKey})
    RETURN {
      levelsAbove: length(line),
      headFound: head IS NOT NULL,
      teamName: team.name,
      departmentName: COLLECT {
        MATCH (member:Team {tenantId: $tenantId, departmentKey: row.departmentKey})
        RETURN member.department
        LIMIT 1
      }[0]
    }
  } AS rows,
  COUNT {
    (other:Question {tenantId: $tenantId})
    WHERE other.createdAt IS NOT NULL AND NOT other.id IN $questionIds
  } AS count,
  COLLECT {
    MATCH (other:Question {tenantId: $tenantId})
    WHERE other.createdAt IS NOT NULL AND NOT other.id IN $questionIds AND other.endedAt IS NULL
      AND (other.toWeek IS NULL OR other.toWeek >= date($weekStart))
    RETURN other {.audience, .frequency, .everyWeeks, fromWeek: toString(other.fromWeek), toWeek: toString(other.toWeek)}
  } AS open

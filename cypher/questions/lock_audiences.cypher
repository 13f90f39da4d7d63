// Takes the tenant's write lock (see organisation/lock_tenant), under which questions are created, and returns what decides about new ones: of
// each of $rows, how far the caller stands above the head of its audience, whether they are the partner of all of it, whether there is such a head and anybody below, and the names of
// team and department; the tenant's time zone; how many questions are stored, in all, of managers and of the caller; and those that are
// open, which are neither ended nor over before $weekStart. All leave out $questionIds, because a transaction that is repeated would find
// its own. Whoever may ask nobody (no permitted role, nobody below, no part) takes no lock, and `mayAsk` is false. Returns no row without
// the tenant.
// @param asOperator: boolean
// @param permittedRoles: list of roles
// @param questionIds: list of ids
// @param weekStart: date
// @param managersAsk: text
// @param rows: list of {userId: id or null, teamKey: text or null, departmentKey: text or null}
OPTIONAL MATCH (asking:User {tenantId: $tenantId, id: $callerId, active: true})
WITH
  $asOperator OR any(role IN asking.roles WHERE role IN $permittedRoles) OR EXISTS { (asking)<-[:REPORTS_TO]-() } OR is_partner(asking)
  AS mayAsk
MATCH (tenant:Tenant {id: $tenantId})
FOREACH (_ IN CASE WHEN mayAsk THEN [true] ELSE [] END | SET tenant.id = $tenantId)
WITH tenant, coalesce(mayAsk, false) AS mayAsk
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
CALL (caller, mayAsk) {
  UNWIND CASE WHEN mayAsk THEN [true] ELSE [] END AS isLooked
  MATCH (other:Question {tenantId: $tenantId})
  WHERE other.createdAt IS NOT NULL AND NOT other.id IN $questionIds
  WITH
    other, EXISTS { (other)<-[:ASKED]-(caller) } AS isOwn, coalesce(other.byManager, false) AS isOfManager,
    other.endedAt IS NULL AND coalesce(last_week(other) >= date($weekStart), true) AS isOpen
  RETURN
    {all: count(*), ofManagers: count(CASE WHEN isOfManager THEN 1 END), ofAsker: count(CASE WHEN isOwn THEN 1 END)} AS stored,
    collect(CASE WHEN isOpen THEN [
      other.audience, other.frequency, other.everyWeeks, toString(other.fromWeek), toString(other.toWeek), isOfManager, isOwn
    ] END) AS open
}
RETURN
  mayAsk,
  caller {.roles, managersAsk: coalesce(tenant.managersAsk, $managersAsk) = 'on'} AS standing,
  tenant {.timezone} AS tenant,
  COLLECT {
    UNWIND $rows AS row
    OPTIONAL MATCH (head:User {tenantId: $tenantId, id: row.userId, active: true})
    OPTIONAL MATCH line = (head)-[:REPORTS_TO*0..]->(caller)
    OPTIONAL MATCH (team:Team {tenantId: $tenantId, key: row.teamKey})
    RETURN {
      levelsAbove: length(line),
      isPartner: covers_audience(caller, head, team, row.departmentKey),
      headFound: head IS NOT NULL,
      hasPeople: EXISTS { (head) (()<-[:REPORTS_TO]-(:User {active: false}))* ()<-[:REPORTS_TO]-(:User {active: true}) },
      teamName: team.name,
      departmentName: COLLECT {
        MATCH (member:Team {tenantId: $tenantId, departmentKey: row.departmentKey})
        RETURN member.department
        LIMIT 1
      }[0]
    }
  } AS rows,
  stored,
  open AS `open[audience, frequency, everyWeeks, fromWeek, toWeek, isOfManager, isOwn]`

// Lists everyone in the tenant, also people who have left, with the facts from which follows when they were there and to whom
// they reported. Callers without one of $permittedRoles get nobody, unless $asOperator. The facts are: start date, time of creation, whether
// they are active, and `lines` as [id of the manager, since, until or null]. Rows with `changes` instead are about people of other rows:
// each has an id and [action, time] of a deactivation or activation, in the order of time. They are read once for all, not for each person.
// Times are milliseconds since 1970. The heading has the last month of the report, $period or the current month, the time zone, and the month in which the tenant was made. List:
// the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, permittedRoles: ['people_team'], now: '2026-11-20T10:00:00Z', period: null}
// @param asOperator: boolean
// @param permittedRoles: list of roles
// @param period: date or null
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH
  CASE WHEN $asOperator THEN {roles: $permittedRoles} ELSE caller {.roles} END AS standing,
  coalesce(tenant.timezone, 'UTC') AS timezone,
  tenant.createdAt AS tenantMadeAt
CALL (standing, timezone, tenantMadeAt) {
  RETURN
    standing AS head, timezone AS zone,
    coalesce($period, left(toString(date(datetime({datetime: datetime($now), timezone: timezone}))), 7)) AS period,
    [at IN [tenantMadeAt] WHERE at IS NOT NULL | left(toString(date(datetime({datetime: at, timezone: timezone}))), 7)][0] AS madeIn,
    null AS id, null AS startDate, null AS createdAt, null AS active, null AS changes, null AS lines
  UNION ALL
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS permitted
  MATCH (person:User {tenantId: $tenantId})
  WHERE person.email IS NOT NULL
  RETURN
    null AS head, null AS zone, null AS period, null AS madeIn,
    person.id AS id, toString(person.startDate) AS startDate, person.createdAt.epochMillis AS createdAt, person.active AS active,
    null AS changes,
    COLLECT {
      MATCH (person)-[line:REPORTS_TO|REPORTED_TO]->(manager:User)
      RETURN [manager.id, line.since.epochMillis, line.until.epochMillis]
    } AS lines
  UNION ALL
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS permitted
  MATCH (entry:AuditEntry {tenantId: $tenantId})
  USING INDEX entry:AuditEntry(tenantId, action, at, id)
  WHERE entry.action IN ['person.deactivate', 'person.activate'] AND entry.at IS NOT NULL AND entry.id IS NOT NULL
  WITH entry
  ORDER BY entry.at
  RETURN
    null AS head, null AS zone, null AS period, null AS madeIn, entry.userId AS id, null AS startDate, null AS createdAt, null AS active,
    [entry.action, entry.at.epochMillis] AS changes, null AS lines
}
RETURN head AS standing, zone AS timezone, period, madeIn, id, startDate, createdAt, active, changes, lines

// Lists everyone in the tenant, also people who have left, with the facts from which follows when they were there and to whom
// they reported. Callers without one of $permittedRoles get nobody, unless $asOperator. The facts are: start date, time of creation, whether they are
// active, `changes` as [action, time] of each deactivation and activation, and `lines` as [id of the manager, since,
// until or null]. The heading has the last month of the report, $period or the current month, and the time zone. List:
// the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, permittedRoles: ['people_team'], now: '2026-11-20T10:00:00Z', period: null}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH
  CASE WHEN $asOperator THEN {roles: $permittedRoles} ELSE caller {.roles} END AS standing,
  coalesce(tenant.timezone, 'UTC') AS timezone
CALL (standing, timezone) {
  RETURN
    standing AS head, timezone AS zone,
    coalesce($period, left(toString(date(datetime({datetime: datetime($now), timezone: timezone}))), 7)) AS period,
    null AS id, null AS startDate, null AS createdAt, null AS active, null AS changes, null AS lines
  UNION ALL
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS permitted
  MATCH (person:User {tenantId: $tenantId})
  WHERE person.email IS NOT NULL
  RETURN
    null AS head, null AS zone, null AS period,
    person.id AS id, toString(person.startDate) AS startDate, moment(person.createdAt) AS createdAt, person.active AS active,
    COLLECT {
      MATCH (entry:AuditEntry {tenantId: $tenantId, userId: person.id})
      WHERE entry.at IS NOT NULL AND entry.id IS NOT NULL AND entry.action IN ['person.deactivate', 'person.activate']
      WITH entry
      ORDER BY entry.at
      RETURN [entry.action, moment(entry.at)]
    } AS changes,
    COLLECT {
      MATCH (person)-[line:REPORTS_TO|REPORTED_TO]->(manager:User)
      RETURN [manager.id, moment(line.since), moment(line.until)]
    } AS lines
}
RETURN head AS standing, zone AS timezone, period, id, startDate, createdAt, active, changes, lines

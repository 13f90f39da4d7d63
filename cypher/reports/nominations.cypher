// Lists the nominations of a period (yyyy-mm, null for the current month), in order of creation, each with its
// nominees; none for callers without one of $permittedRoles unless $asOperator; for a partner those that name nobody outside their parts. The index hint keeps the planner from
// scanning the nominations of all tenants. List: the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, permittedRoles: ['people_team'], now: '2026-11-20T10:00:00Z', period: null}
// @param asOperator: boolean
// @param permittedRoles: list of roles
// @param period: date or null
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH
  caller,
  CASE WHEN $asOperator THEN {roles: $permittedRoles} ELSE caller {.roles, isPartner: is_partner(caller)} END AS standing,
  coalesce(
    $period,
    left(toString(date(datetime({datetime: datetime($now), timezone: coalesce(tenant.timezone, 'UTC')}))), 7)
  ) AS month
CALL (caller, standing, month) {
  RETURN
    standing AS head, month AS period,
    null AS madeAt, null AS kind, null AS team, null AS nominees, null AS nomineeIds, null AS nomineeEmails,
    null AS nominator, null AS nominatorId, null AS nominatorEmail, null AS reason
  UNION ALL
  WITH *, any(role IN standing.roles WHERE role IN $permittedRoles) AS seesAll
  UNWIND CASE WHEN seesAll OR standing.isPartner THEN [month] ELSE [] END AS permitted
  MATCH (nomination:Nomination {tenantId: $tenantId, period: permitted})
  USING INDEX SEEK nomination:Nomination(tenantId, nominatorId, kind, teamKey, period)
  WHERE nomination.nominatorId IS NOT NULL AND nomination.kind IS NOT NULL AND nomination.teamKey IS NOT NULL
    AND (seesAll OR NOT EXISTS { MATCH (nomination)-[:NAMES]->(nominee:User) WHERE NOT in_parts_of(caller, nominee) })
  MATCH (nomination)<-[:MADE]-(nominator:User)
  WITH
    nominator, nomination, seesAll OR in_parts_of(caller, nominator) AS seesNominator,
    COLLECT {
      MATCH (nomination)-[:NAMES]->(nominee:User)
      RETURN nominee
      ORDER BY nominee.sortName, nominee.id
    } AS nominees
  ORDER BY nomination.createdAt, nomination.id
  RETURN
    null AS head, null AS period,
    moment(nomination.createdAt) AS madeAt, nomination.kind AS kind,
    CASE nomination.kind WHEN 'team' THEN nomination.teamName END AS team,
    [nominee IN nominees | nominee.name] AS nominees, [nominee IN nominees | nominee.id] AS nomineeIds,
    [nominee IN nominees | nominee.email] AS nomineeEmails,
    nominator.name AS nominator, nominator.id AS nominatorId, CASE WHEN seesNominator THEN nominator.email END AS nominatorEmail, nomination.reason AS reason
}
RETURN
  head AS standing, period, madeAt, kind, team, nominees, nomineeIds, nomineeEmails,
  nominator, nominatorId, nominatorEmail, reason

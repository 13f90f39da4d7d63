// Lists the nominations of a period (yyyy-mm), in order of creation, each with its nominees. The index hint keeps the
// planner from scanning the nominations of all tenants. List: the first row is the heading. Parameters for Neo4j
// Browser:
// :params {tenantId: '…', period: '2026-11'}
CALL () {
  RETURN
    true AS head, null AS madeAt, null AS kind, null AS team, null AS nominees, null AS nominator, null AS reason
  UNION ALL
  MATCH (nomination:Nomination {tenantId: $tenantId, period: $period})
  USING INDEX SEEK nomination:Nomination(tenantId, nominatorId, kind, teamKey, period)
  WHERE nomination.nominatorId IS NOT NULL AND nomination.kind IS NOT NULL AND nomination.teamKey IS NOT NULL
  MATCH (nomination)<-[:MADE]-(nominator:User)
  WITH
    nominator, nomination,
    COLLECT {
      MATCH (nomination)-[:NAMES]->(nominee:User)
      RETURN nominee.name
      ORDER BY nominee.name, nominee.id
    } AS nominees
  ORDER BY nomination.createdAt, nomination.id
  RETURN
    null AS head,
    left(toString(nomination.createdAt + duration({nanoseconds: 1})), 23) + 'Z' AS madeAt, nomination.kind AS kind,
    CASE nomination.kind WHEN 'team' THEN nomination.teamName END AS team,
    nominees, nominator.name AS nominator, nomination.reason AS reason
}
RETURN head, madeAt, kind, team, nominees, nominator, reason

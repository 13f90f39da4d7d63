// The nominations of a period, in the order made, each with who is named. The first row is the heading.
// In Neo4j Browser, first:
// :params {tenantId: '…', period: '2026-11'}
CALL () {
  RETURN
    true AS head, null AS madeAt, null AS kind, null AS team, null AS nominees, null AS nominator, null AS reason
  UNION ALL
  MATCH (nominator:User {tenantId: $tenantId})
  WHERE nominator.email IS NOT NULL
  MATCH (nominator)-[:MADE]->(nomination:Nomination {tenantId: $tenantId, period: $period})
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

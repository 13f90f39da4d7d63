// Everyone's week: who has written, with the scores, by name. The first row is the heading. People who start after the
// week are left out, unless they wrote all the same. In Neo4j Browser, first:
// :params {tenantId: '…', weekStart: '2026-11-09'}
CALL () {
  RETURN
    true AS head, null AS user, null AS department, null AS scores, null AS submitted, null AS summaryId
  UNION ALL
  MATCH (person:User {tenantId: $tenantId, active: true})
  WHERE person.email IS NOT NULL
  OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, userId: person.id, weekStart: date($weekStart)})
  WITH person, summary
  WHERE summary IS NOT NULL OR coalesce(person.startDate < date($weekStart) + duration({weeks: 1}), true)
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH person, summary, team
  ORDER BY person.name, person.id
  RETURN
    null AS head,
    person {.id, .name, team: team.name} AS user,
    team.department AS department,
    summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing} AS scores,
    summary IS NOT NULL AS submitted,
    summary.id AS summaryId
}
RETURN head, user, department, scores, submitted, summaryId

// Lists the active users of the tenant with their check-in of a week, by name. Excludes people whose startDate is after
// the week unless they submitted. List: the first row is the heading. Parameters for Neo4j Browser:
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

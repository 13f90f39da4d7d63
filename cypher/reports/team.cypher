// Lists the people in sight with their check-in of each of the $weeks weeks up to $weekStart, null for the previous
// week, by name and week; no row for the weeks before the one in which a person starts, and those in which they are
// excused, unless they submitted; the heading has the number of the latter. $asOperator means the whole tenant. List:
// the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], rolesThatReadAbsences: ['people_team'], now: '2026-11-20T10:00:00Z', weekStart: null, weeks: 12}
// @include reader_and_week
CALL (reader, standing, lastWeek) {
  // @include people_in_sight
  WITH reader, standing, person, lastWeek
  WHERE person.excusedWeeks IS NOT NULL
  UNWIND range(0, $weeks - 1) AS ago
  WITH reader, standing, person, lastWeek - duration({weeks: ago}) AS week
  WHERE coalesce(person.startDate < week + duration({weeks: 1}), true)
    AND NOT EXISTS { (:Summary {tenantId: $tenantId, userId: person.id, weekStart: week}) }
    AND
      // @include excused_to_reader
  RETURN count(*) AS excused
}
CALL (reader, standing, lastWeek, excused) {
  RETURN
    standing AS head, toString(lastWeek) AS weekStart, excused AS away,
    null AS week, null AS userId, null AS name, null AS email, null AS team, null AS department, null AS submitted,
    null AS qualityOfWork, null AS personalWellbeing, null AS professionalWellbeing
  UNION ALL
  // @include people_in_sight
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  UNWIND range($weeks - 1, 0, -1) AS ago
  WITH reader, standing, person, team, lastWeek - duration({weeks: ago}) AS week
  OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, userId: person.id, weekStart: week})
  WITH reader, standing, person, team, week, summary
  WHERE summary IS NOT NULL OR (
    coalesce(person.startDate < week + duration({weeks: 1}), true) AND NOT
      // @include excused_to_reader
  )
  ORDER BY person.sortName, person.id, week
  RETURN
    null AS head, null AS weekStart, null AS away,
    toString(week) AS week, person.id AS userId, person.name AS name, person.email AS email,
    team.name AS team, team.department AS department, summary IS NOT NULL AS submitted,
    summary.qualityOfWork AS qualityOfWork, summary.personalWellbeing AS personalWellbeing,
    summary.professionalWellbeing AS professionalWellbeing
}
RETURN
  head AS standing, weekStart, away AS excused, week, userId, name, email, team, department, submitted,
  qualityOfWork, personalWellbeing, professionalWellbeing

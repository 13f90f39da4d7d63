// Lists the people in sight with their check-in of a week, by name. $weekStart is a date in the week, null means the
// previous week of the caller. Excludes people whose startDate is after the week, or who are excused, unless they
// submitted. $asOperator means the whole tenant. List: the first row is the heading with the caller's standing, the
// week, and how many are excused. Looks at no more than $listLimit people; `isPartial` says that there may be more.
// @include reader_and_standing
// @include week_of_report
WITH reader, standing, lastWeek AS week
CALL (reader, standing) {
  // @include people_in_sight
  WITH person
  LIMIT toInteger($listLimit)
  RETURN collect(person) AS people
}
CALL (reader, standing, week, people) {
  RETURN
    standing AS head, toString(week) AS weekStart, size(people) = $listLimit AS isPartial,
    size([person IN people WHERE (
      // @include excused_to_reader
    ) AND coalesce(person.startDate < week + duration({weeks: 1}), true)
      AND NOT EXISTS { (:Summary {tenantId: $tenantId, userId: person.id, weekStart: week}) }]) AS away,
    null AS user, null AS email, null AS department, null AS scores, null AS submitted, null AS summaryId
  UNION ALL
  UNWIND people AS person
  OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, userId: person.id, weekStart: week})
  WITH reader, standing, week, person, summary
  WHERE summary IS NOT NULL OR (
    coalesce(person.startDate < week + duration({weeks: 1}), true) AND NOT
      // @include excused_to_reader
  )
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH person, summary, team
  ORDER BY person.sortName, person.id
  RETURN
    null AS head, null AS weekStart, null AS isPartial, null AS away,
    named_user(person, team) AS user, person.email AS email,
    team.department AS department,
    summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing} AS scores,
    summary IS NOT NULL AS submitted,
    summary.id AS summaryId
}
RETURN
  head AS standing, weekStart, isPartial, away AS excused,
  user.id AS `user.id`, user.name AS `user.name`, user.team AS `user.team`, email, department,
  scores.qualityOfWork AS `scores.qualityOfWork`,
  scores.personalWellbeing AS `scores.personalWellbeing`,
  scores.professionalWellbeing AS `scores.professionalWellbeing`,
  submitted, summaryId

// Lists per week and department how many people in sight have checked in, and the sums of their scores, for the $weeks
// weeks up to $weekStart, null for the previous week. The heading has the tenant's minimumGroup ($minimumGroup without
// one), by which src/features/reports/by-department.ts says what is shown. People count in their current department, from the
// week in which they start; people who are excused count as `excused`, unless they submitted. $asOperator means the
// whole tenant. List: the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], rolesThatReadAbsences: ['people_team'], now: '2026-11-20T10:00:00Z', weekStart: null, weeks: 26, minimumGroup: 5}
// @include reader_and_week
WITH reader, standing, lastWeek, coalesce(tenant.minimumGroup, $minimumGroup) AS minimumGroup
CALL (reader, standing, lastWeek, minimumGroup) {
  RETURN
    standing AS head,
    toString(lastWeek) AS week, minimumGroup AS smallest, null AS department, null AS people, null AS excused, null AS submitted,
    null AS qualityOfWork, null AS personalWellbeing, null AS professionalWellbeing
  UNION ALL
  // @include people_in_sight
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH reader, standing, lastWeek, lastWeek - duration({weeks: $weeks - 1}) AS firstWeek, person, team
  WITH lastWeek, firstWeek, collect({
    person: person,
    department: coalesce(team.department, 'No department'),
    excusedWeeks: [
      week IN coalesce(person.excusedWeeks, [])
      WHERE firstWeek <= week <= lastWeek AND
        // @include excused_to_reader
    ]
  }) AS inSight
  CALL (inSight, firstWeek, lastWeek) {
    // @include expected
    RETURN
      department, week, sum(CASE WHEN isAway THEN 0 ELSE alike END) AS people, sum(CASE WHEN isAway THEN alike ELSE 0 END) AS away,
      0 AS submitted, 0 AS qualityOfWork, 0 AS personalWellbeing, 0 AS professionalWellbeing
    UNION ALL
    UNWIND inSight AS one
    WITH one, one.person AS person, one.department AS department, firstWeek, lastWeek
    MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
    WHERE firstWeek <= summary.weekStart <= lastWeek
    WITH one, department, person, summary, summary.weekStart AS week
    WITH
      department, week, summary, coalesce(person.startDate < week + duration({weeks: 1}), true) AS hasStarted,
      week IN one.excusedWeeks AS isAway
    RETURN
      department, week, count(CASE WHEN isAway OR NOT hasStarted THEN 1 END) AS people,
      -count(CASE WHEN isAway AND hasStarted THEN 1 END) AS away, count(*) AS submitted,
      sum(summary.qualityOfWork) AS qualityOfWork, sum(summary.personalWellbeing) AS personalWellbeing,
      sum(summary.professionalWellbeing) AS professionalWellbeing
  }
  WITH
    week, department, sum(people) AS people, sum(away) AS excused, sum(submitted) AS submitted, sum(qualityOfWork) AS qualityOfWork,
    sum(personalWellbeing) AS personalWellbeing, sum(professionalWellbeing) AS professionalWellbeing
  ORDER BY week, department
  RETURN
    null AS head, toString(week) AS week, null AS smallest, department, people, excused, submitted,
    qualityOfWork, personalWellbeing, professionalWellbeing
}
RETURN
  head AS standing, week, smallest AS minimumGroup, department, people, excused, submitted,
  qualityOfWork, personalWellbeing, professionalWellbeing

// Lists per week and department how many people in sight have checked in, and the scores of those who have, for the $weeks
// weeks up to $weekStart, null for the previous week, from first_week on. The heading has the tenant's minimumGroup ($minimumGroup without
// one), by which src/features/reports/by-department.ts says what is shown. People count in their current department, from the
// week in which they start; people who are excused count as `excused`, unless they submitted. Scores count in the department in
// which their author submitted them. A reader of the whole tenant gets the scores of people who have left as well: otherwise a page from
// before and one from after somebody moves or leaves would differ by that person's scores. `written` is the number of people behind the
// sums. Of these, `qualityOfWorkNotWorst` have another score than the worst one, and `qualityOfWorkNotBest` another than the best one. $asOperator
// means the whole tenant. List: the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], rolesThatReadAbsences: ['people_team'], now: '2026-11-20T10:00:00Z', weekStart: null, weeks: 26, minimumGroup: 5}
// @param minimumGroup: number
// @param rolesWithTenantScope: list of roles
// @include reader_and_standing
// @include week_of_report
WITH
  reader, standing, lastWeek, coalesce(tenant.minimumGroup, $minimumGroup) AS minimumGroup,
  // @include first_week
  AS firstWeek
CALL (reader, standing, lastWeek, minimumGroup, firstWeek) {
  RETURN
    standing AS head,
    toString(lastWeek) AS week, minimumGroup AS smallest, null AS department, null AS people, null AS excused, null AS submitted, null AS written,
    null AS qualityOfWork, null AS personalWellbeing, null AS professionalWellbeing,
    null AS qualityOfWorkNotWorst, null AS qualityOfWorkNotBest,
    null AS personalWellbeingNotWorst, null AS personalWellbeingNotBest,
    null AS professionalWellbeingNotWorst, null AS professionalWellbeingNotBest
  UNION ALL
  CALL (reader, standing) {
    // @include people_in_sight
    RETURN person
    UNION
    UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $rolesWithTenantScope) THEN [true] END AS hasTenantScope
    MATCH (person:User {tenantId: $tenantId, active: false})
    WHERE person.email IS NOT NULL
    RETURN person
  }
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH reader, standing, firstWeek, lastWeek, person, team
  WITH lastWeek, firstWeek, collect({
    person: person,
    isHere: person.active,
    department: coalesce(team.department, 'No department'),
    excusedWeeks:
      // @include excused_weeks
  }) AS everyone
  WITH lastWeek, firstWeek, everyone, [one IN everyone WHERE one.isHere] AS inSight
  CALL (everyone, inSight, firstWeek, lastWeek) {
    // @include expected
    RETURN
      department, week, sum(CASE WHEN isAway THEN 0 ELSE alike END) AS people, sum(CASE WHEN isAway THEN alike ELSE 0 END) AS away,
      0 AS submitted, 0 AS written, 0 AS qualityOfWork, 0 AS personalWellbeing, 0 AS professionalWellbeing,
      0 AS qualityOfWorkNotWorst, 0 AS qualityOfWorkNotBest,
      0 AS personalWellbeingNotWorst, 0 AS personalWellbeingNotBest,
      0 AS professionalWellbeingNotWorst, 0 AS professionalWellbeingNotBest
    UNION ALL
    UNWIND everyone AS one
    WITH one, one.person AS person, one.department AS department, firstWeek, lastWeek
    MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
    WHERE firstWeek <= summary.weekStart <= lastWeek
    WITH one, department, person, summary, summary.weekStart AS week
    WITH
      department, written_in(summary) AS departmentThen, week, summary, one.isHere AS isHere,
      coalesce(person.startDate < week + duration({weeks: 1}), true) AS hasStarted, week IN one.excusedWeeks AS isAway
    UNWIND CASE WHEN isHere THEN [true, false] ELSE [false] END AS isOfRate
    WITH CASE WHEN isOfRate THEN department ELSE departmentThen END AS department, week, summary, hasStarted, isAway, isOfRate
    RETURN
      department, week,
      count(CASE WHEN isOfRate AND (isAway OR NOT hasStarted) THEN 1 END) AS people,
      -count(CASE WHEN isOfRate AND isAway AND hasStarted THEN 1 END) AS away,
      count(CASE WHEN isOfRate THEN 1 END) AS submitted,
      count(CASE WHEN NOT isOfRate THEN 1 END) AS written,
      sum(CASE WHEN NOT isOfRate THEN summary.qualityOfWork ELSE 0 END) AS qualityOfWork,
      sum(CASE WHEN NOT isOfRate THEN summary.personalWellbeing ELSE 0 END) AS personalWellbeing,
      sum(CASE WHEN NOT isOfRate THEN summary.professionalWellbeing ELSE 0 END) AS professionalWellbeing,
      count(CASE WHEN NOT isOfRate AND summary.qualityOfWork > 1 THEN 1 END) AS qualityOfWorkNotWorst,
      count(CASE WHEN NOT isOfRate AND summary.qualityOfWork < 5 THEN 1 END) AS qualityOfWorkNotBest,
      count(CASE WHEN NOT isOfRate AND summary.personalWellbeing > 1 THEN 1 END) AS personalWellbeingNotWorst,
      count(CASE WHEN NOT isOfRate AND summary.personalWellbeing < 5 THEN 1 END) AS personalWellbeingNotBest,
      count(CASE WHEN NOT isOfRate AND summary.professionalWellbeing > 1 THEN 1 END) AS professionalWellbeingNotWorst,
      count(CASE WHEN NOT isOfRate AND summary.professionalWellbeing < 5 THEN 1 END) AS professionalWellbeingNotBest
  }
  WITH
    week, department, sum(people) AS people, sum(away) AS excused, sum(submitted) AS submitted, sum(written) AS written,
    sum(qualityOfWork) AS qualityOfWork,
    sum(personalWellbeing) AS personalWellbeing, sum(professionalWellbeing) AS professionalWellbeing,
    sum(qualityOfWorkNotWorst) AS qualityOfWorkNotWorst, sum(qualityOfWorkNotBest) AS qualityOfWorkNotBest,
    sum(personalWellbeingNotWorst) AS personalWellbeingNotWorst, sum(personalWellbeingNotBest) AS personalWellbeingNotBest,
    sum(professionalWellbeingNotWorst) AS professionalWellbeingNotWorst, sum(professionalWellbeingNotBest) AS professionalWellbeingNotBest
  ORDER BY week, department
  RETURN
    null AS head, toString(week) AS week, null AS smallest, department, people, excused, submitted, written,
    qualityOfWork, personalWellbeing, professionalWellbeing,
    qualityOfWorkNotWorst, qualityOfWorkNotBest,
    personalWellbeingNotWorst, personalWellbeingNotBest,
    professionalWellbeingNotWorst, professionalWellbeingNotBest
}
RETURN
  head AS standing, week, smallest AS minimumGroup, department, people, excused, submitted, written,
  qualityOfWork, personalWellbeing, professionalWellbeing,
  qualityOfWorkNotWorst, qualityOfWorkNotBest,
  personalWellbeingNotWorst, personalWellbeingNotBest,
  professionalWellbeingNotWorst, professionalWellbeingNotBest

// Lists per week and department how many people in sight had a goal, how many goals there were, and how many are
// completed, for the $weeks weeks up to $weekStart, null for the previous week, from first_week on. The heading has the tenant's
// minimumGroup ($minimumGroup without one), by which src/features/reports/by-department.ts says what is shown. People count as
// in reports/check_ins. $asOperator means the whole tenant. List: the first row is the heading. Parameters for Neo4j
// Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], rolesThatReadAbsences: ['people_team'], now: '2026-11-20T10:00:00Z', weekStart: null, weeks: 12, minimumGroup: 5}
// @param minimumGroup: number
// @include reader_and_standing
// @include week_of_report
WITH
  reader, standing, lastWeek, coalesce(tenant.minimumGroup, $minimumGroup) AS minimumGroup,
  // @include first_week
  AS firstWeek
CALL (reader, standing, lastWeek, minimumGroup, firstWeek) {
  RETURN
    standing AS head,
    toString(lastWeek) AS week, minimumGroup AS smallest, null AS department, null AS people, null AS excused, null AS setters,
    null AS goals, null AS completed
  UNION ALL
  // @include people_in_sight
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH reader, standing, firstWeek, lastWeek, person, team
  WITH lastWeek, firstWeek, collect({
    person: person,
    department: coalesce(team.department, 'No department'),
    excusedWeeks:
      // @include excused_weeks
  }) AS inSight
  CALL (inSight, firstWeek, lastWeek) {
    // @include expected
    RETURN
      department, week, sum(CASE WHEN isAway THEN 0 ELSE alike END) AS people, sum(CASE WHEN isAway THEN alike ELSE 0 END) AS away,
      0 AS setters, 0 AS goals, 0 AS completed
    UNION ALL
    UNWIND inSight AS one
    WITH one, one.person AS person, one.department AS department, firstWeek, lastWeek
    CALL (person, firstWeek, lastWeek) {
      MATCH (goal:Goal {tenantId: $tenantId, userId: person.id})
      WHERE firstWeek <= goal.weekStart <= lastWeek
      RETURN goal.weekStart AS week, count(*) AS goals, count(CASE WHEN goal.status = 'completed' THEN 1 END) AS completed
    }
    WITH
      department, week, goals, completed, coalesce(person.startDate < week + duration({weeks: 1}), true) AS hasStarted,
      week IN one.excusedWeeks AS isAway
    RETURN
      department, week, count(CASE WHEN isAway OR NOT hasStarted THEN 1 END) AS people,
      -count(CASE WHEN isAway AND hasStarted THEN 1 END) AS away, count(*) AS setters, sum(goals) AS goals,
      sum(completed) AS completed
  }
  WITH
    week, department, sum(people) AS people, sum(away) AS excused, sum(setters) AS setters, sum(goals) AS goals,
    sum(completed) AS completed
  ORDER BY week, department
  RETURN
    null AS head, toString(week) AS week, null AS smallest, department, people, excused, setters, goals, completed
}
RETURN head AS standing, week, smallest AS minimumGroup, department, people, excused, setters, goals, completed

// How many of each department's people in sight have checked in, week by week up to one, and their mean scores where
// at least $minimumGroup have answered. People count where they are today, and from the week in which they start.
// Without a personId the whole tenant, for an operator. In Neo4j Browser, first:
// :params {tenantId: '…', personId: null, seeAll: ['people_team'], weekStart: '2026-11-09', weeks: 26, minimumGroup: 5}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $personId, active: true})
WITH
  caller,
  caller {
    .roles,
    isManager: EXISTS { (caller)<-[:REPORTS_TO]-(:User {tenantId: $tenantId, active: true}) }
      OR ('senior_manager' IN caller.roles AND EXISTS {
        MATCH (caller)<-[:REPORTS_TO*1..]-(below:User {tenantId: $tenantId, active: true})
        RETURN DISTINCT below
      })
  } AS standing,
  $personId IS NULL AS operator
WITH caller, CASE WHEN operator THEN {roles: $seeAll, isManager: true} ELSE standing END AS standing
CALL (caller, standing) {
  RETURN
    standing AS head,
    null AS week, null AS department, null AS people, null AS submitted, null AS rate,
    null AS qualityOfWork, null AS personalWellbeing, null AS professionalWellbeing
  UNION ALL
  CALL (caller, standing) {
    MATCH (caller)<-[:REPORTS_TO]-(person:User {tenantId: $tenantId, active: true})
    RETURN person
    UNION
    WITH * WHERE 'senior_manager' IN standing.roles
    MATCH (caller)<-[:REPORTS_TO*1..]-(person:User {tenantId: $tenantId, active: true})
    RETURN DISTINCT person
    UNION
    // UNWIND, since the planner moves a WHERE behind the MATCH, which then reads everyone.
    UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $seeAll) THEN [true] END AS seesAll
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL
    RETURN person
  }
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH person, coalesce(team.department, 'No department') AS department
  UNWIND range($weeks - 1, 0, -1) AS ago
  WITH person, department, date($weekStart) - duration({weeks: ago}) AS week
  OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, userId: person.id, weekStart: week})
  WITH person, department, week, summary
  WHERE summary IS NOT NULL OR coalesce(person.startDate < week + duration({weeks: 1}), true)
  WITH
    department, week, count(*) AS people, count(summary) AS submitted,
    avg(summary.qualityOfWork) AS qualityOfWork,
    avg(summary.personalWellbeing) AS personalWellbeing,
    avg(summary.professionalWellbeing) AS professionalWellbeing
  WITH *, submitted >= $minimumGroup AS shown
  ORDER BY week, department
  RETURN
    null AS head,
    toString(week) AS week, department, people, submitted,
    round(100.0 * submitted / people, 1) AS rate,
    CASE WHEN shown THEN round(qualityOfWork, 2) END AS qualityOfWork,
    CASE WHEN shown THEN round(personalWellbeing, 2) END AS personalWellbeing,
    CASE WHEN shown THEN round(professionalWellbeing, 2) END AS professionalWellbeing
}
RETURN head, week, department, people, submitted, rate, qualityOfWork, personalWellbeing, professionalWellbeing

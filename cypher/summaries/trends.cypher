// The trend flags of a week that the caller has in sight, the surest first; without a week, of the newest that was looked
// at. The first row is the heading: the caller's standing, and the tenant's settings. Those who do not see the whole
// tenant get a department's flag with how many writers of each week behind its means they may not read; nobody may read
// people who were erased. A flag that does not say who wrote in which week is from an earlier release and not for them.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH
  caller, tenant,
  caller {
    .roles,
    isManager: EXISTS { (caller)<-[:REPORTS_TO]-(:User {tenantId: $tenantId, active: true}) }
      OR ('senior_manager' IN caller.roles AND EXISTS {
        MATCH (caller)<-[:REPORTS_TO*1..]-(below:User {tenantId: $tenantId, active: true})
        RETURN DISTINCT below
      })
  } AS standing,
  coalesce(date($weekStart), COLLECT {
    MATCH (run:TrendRun {tenantId: $tenantId})
    WHERE run.weekStart IS NOT NULL
    RETURN run.weekStart
    ORDER BY run.weekStart DESC
    LIMIT 1
  }[0]) AS week
CALL (caller, tenant, standing, week) {
  RETURN standing AS head, tenant {.minimumGroup} AS settings, null AS flag, null AS unreadable
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
  WITH
    caller, week,
    any(role IN standing.roles WHERE role IN $seeAll) AS seesAll,
    collect(person {.id, .name, team: team.name}) AS people,
    collect(DISTINCT team.department) AS departments
  CALL (caller, week, seesAll, people, departments) {
    UNWIND people AS person
    MATCH (flag:TrendFlag {tenantId: $tenantId, weekStart: week, scope: 'individual', subjectId: person.id})
    WHERE flag.dimension IS NOT NULL
    RETURN flag, {user: person} AS subject, null AS unreadable
    UNION ALL
    UNWIND CASE WHEN seesAll THEN [true] END AS whole
    MATCH (flag:TrendFlag {tenantId: $tenantId, weekStart: week})
    WHERE flag.scope IN ['department', 'organisation'] AND flag.subjectId IS NOT NULL AND flag.dimension IS NOT NULL
    RETURN flag, CASE flag.scope WHEN 'department' THEN {department: flag.subjectId} END AS subject, null AS unreadable
    UNION ALL
    WITH * WHERE NOT seesAll
    UNWIND departments AS department
    MATCH (flag:TrendFlag {tenantId: $tenantId, weekStart: week, scope: 'department', subjectId: department})
    WHERE flag.dimension IS NOT NULL AND flag.weekWriters IS NOT NULL
    WITH caller, flag, department, COLLECT {
      UNWIND flag.weekWriters AS writers
      UNWIND split(writers, ',') AS writerId
      WITH DISTINCT writerId
      MATCH (writer:User {tenantId: $tenantId, id: writerId})
      WHERE EXISTS { (writer)-[:REPORTS_TO*0..]->(caller) }
      RETURN writerId
    } AS readable
    RETURN flag, {department: department} AS subject, [
      writers IN flag.weekWriters | size([writerId IN split(writers, ',') WHERE NOT writerId IN readable])
    ] AS unreadable
  }
  WITH flag, subject, unreadable
  WHERE $scope IS NULL OR flag.scope = $scope
  ORDER BY flag.adjustedP, flag.p, flag.scope, flag.subjectId, flag.dimension
  RETURN
    null AS head, null AS settings,
    flag {
      .scope, .dimension, .direction, .n, .recentMean, .baselineMean, .effectSize, .p, .adjustedP,
      subject: subject,
      weekStart: toString(flag.weekStart)
    } AS flag,
    unreadable
}
RETURN head AS standing, settings, flag, unreadable

// Lists the trend flags of a week that the caller may see, most significant first, each beside the department of its
// person or that it is about; $weekStart null means the newest week with a detection run, $scope null means every
// scope. $asOperator means the whole tenant. Without tenant scope, a department's flag comes with `unreadable`: per
// week, how many authors behind its means the caller may not read (erased people count). Up to 500 people below the
// caller are collected once; with more, the line is walked up from each author. A flag that does not say
// who wrote is not returned to them, and a department's series is for tenant scope only: a late summary would show in
// one of its weeks. List: the first row is the heading with the caller's standing and the tenant's settings. Looks at
// no more than $listLimit people; `isPartial` says that there may be more.
// @param weekStart: date or null
// @param rolesWithTenantScope: list of roles
// @param scope: text or null
// @include reader_and_standing
WITH reader, tenant, standing, coalesce(date($weekStart), COLLECT {
  MATCH (run:TrendRun {tenantId: $tenantId})
  WHERE run.weekStart IS NOT NULL
  RETURN run.weekStart
  ORDER BY run.weekStart DESC
  LIMIT 1
}[0]) AS week
CALL (reader, standing) {
  // @include people_in_sight
  WITH person
  LIMIT toInteger($listLimit)
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  RETURN
    collect({user: named_user(person, team), department: team.department}) AS people,
    collect(DISTINCT team.department) AS departments
}
CALL (reader, tenant, standing, week, people, departments) {
  RETURN
    standing AS head, toString(week) AS weekStart, tenant {.minimumGroup} AS settings, size(people) >= $listLimit AS isPartial,
    EXISTS { (:TrendRun {tenantId: $tenantId, weekStart: week}) } OR EXISTS {
      MATCH (found:TrendFlag {tenantId: $tenantId})
      WHERE found.weekStart = week
    } AS isDetected,
    null AS flag, null AS department, null AS unreadable
  UNION ALL
  WITH any(role IN standing.roles WHERE role IN $rolesWithTenantScope) AS hasTenantScope
  CALL (reader, week, hasTenantScope, people, departments) {
    UNWIND people AS person
    MATCH (flag:TrendFlag {tenantId: $tenantId, weekStart: week, scope: 'individual', subjectId: person.user.id})
    USING INDEX SEEK flag:TrendFlag(tenantId, weekStart, scope, subjectId, dimension)
    WHERE flag.dimension IS NOT NULL
    RETURN flag, person {.user} AS subject, person.department AS department, null AS unreadable
    UNION ALL
    UNWIND CASE WHEN hasTenantScope THEN [true] END AS whole
    MATCH (flag:TrendFlag {tenantId: $tenantId, weekStart: week})
    USING INDEX SEEK flag:TrendFlag(tenantId, weekStart, scope, subjectId, dimension)
    WHERE flag.scope IN ['department', 'organisation'] AND flag.subjectId IS NOT NULL AND flag.dimension IS NOT NULL
    WITH flag, CASE flag.scope WHEN 'department' THEN flag.subjectId END AS department
    RETURN flag, CASE flag.scope WHEN 'department' THEN {department: department} END AS subject, department, null AS unreadable
    UNION ALL
    WITH * WHERE NOT hasTenantScope
    UNWIND departments AS department
    MATCH (flag:TrendFlag {tenantId: $tenantId, weekStart: week, scope: 'department', subjectId: department})
    USING INDEX SEEK flag:TrendFlag(tenantId, weekStart, scope, subjectId, dimension)
    WHERE flag.dimension IS NOT NULL AND flag.weekWriters IS NOT NULL
    WITH reader, collect({flag: flag, department: department}) AS found
    CALL (reader, found) {
      UNWIND CASE WHEN size(found) > 0 THEN [true] ELSE [] END AS isNeeded
      CALL (reader) {
        MATCH (reader)<-[:REPORTS_TO*0..]-(person:User {tenantId: $tenantId})
        WITH DISTINCT person
        LIMIT 501
        RETURN person
        UNION
        // @include people_of_parts
        WITH person
        LIMIT 501
        RETURN person
      }
      RETURN collect(person.id) AS below
    }
    UNWIND found AS each
    WITH reader, below, each.flag AS flag, each.department AS department
    WITH flag, department, COLLECT {
      UNWIND flag.weekWriters AS writers
      UNWIND split(writers, ',') AS writerId
      WITH DISTINCT writerId
      WHERE size(below) <= 500 AND writerId IN below
      RETURN writerId
      UNION
      UNWIND CASE WHEN size(below) > 500 THEN flag.weekWriters ELSE [] END AS writers
      UNWIND split(writers, ',') AS writerId
      WITH DISTINCT writerId
      MATCH (writer:User {tenantId: $tenantId, id: writerId})
      WHERE EXISTS { (writer)-[:REPORTS_TO*0..]->(reader) } OR in_parts_of(reader, writer)
      RETURN writerId
    } AS readable
    RETURN flag, {department: department} AS subject, department, [
      writers IN flag.weekWriters | size([writerId IN split(writers, ',') WHERE NOT writerId IN readable])
    ] AS unreadable
  }
  WITH flag, subject, department, unreadable, hasTenantScope
  WHERE $scope IS NULL OR flag.scope = $scope
  ORDER BY flag.adjustedP, flag.p, flag.scope, flag.subjectId, flag.dimension
  RETURN
    null AS head, null AS weekStart, null AS settings, null AS isPartial, null AS isDetected,
    flag {
      .scope, .dimension, .direction, .n, .recentMean, .baselineMean, .effectSize, .p, .adjustedP,
      subject: subject,
      weekStart: toString(flag.weekStart),
      start: CASE WHEN flag.startWeek IS NOT NULL THEN {
        week: toString(flag.startWeek), earliest: toString(flag.startEarliest), latest: toString(flag.startLatest)
      } END,
      series: CASE WHEN flag.startWeek IS NOT NULL AND (flag.scope = 'individual' OR hasTenantScope) THEN [
        i IN range(0, size(flag.seriesValues) - 1) |
          {weekStart: toString(flag.seriesWeeks[i]), value: flag.seriesValues[i]}
      ] END
    } AS flag,
    department, unreadable
}
RETURN head AS standing, weekStart AS week, settings, isPartial, isDetected, flag, department, unreadable

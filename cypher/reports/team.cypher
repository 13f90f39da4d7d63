// Lists the people in sight with their check-in of each of the $weeks weeks up to $weekStart, null for the previous
// week, from first_week on, by name and week; no row for the weeks before the one in which a person starts, and those in which they are
// excused, unless they submitted; the heading has the number of the latter. $asOperator means the whole tenant.
// With more than $maxPeople in sight, `isLevel` of the heading is true and only the highest of them are listed; with $managerId,
// only those who report to this manager, or to somebody below who has left. Their rows have the number of people in sight
// below them, and of those who submitted. `managerFound` of the heading says whether the reader sees whom the manager does.
// List: the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], rolesThatReadAbsences: ['people_team'], now: '2026-11-20T10:00:00Z', weekStart: null, weeks: 12, managerId: null, maxPeople: 1000}
// @param rolesWithTenantScope: list of roles
// @param managerId: id or null
// @param maxPeople: number
// @param now: instant
// @param weeks: number
// @include reader_and_standing
// @include week_of_report
WITH
  reader, standing, lastWeek, any(role IN standing.roles WHERE role IN $rolesWithTenantScope) AS seesAll,
  // @include first_week
  AS firstWeek
WITH reader, standing, lastWeek, seesAll, duration.inDays(firstWeek, lastWeek).days / 7 AS mostAgo
CALL (reader) {
  OPTIONAL MATCH
    // @include heads
    AND all(term IN terms WHERE 'read' IN term.rights)
  RETURN collect(head) AS heads
}
CALL (reader) {
  OPTIONAL MATCH (reader)-[part:PARTNER_OF]->()
  WHERE is_in_force(part, datetime($now)) AND NOT 'admin' IN reader.roles
  OPTIONAL MATCH (head:User {tenantId: $tenantId, id: part.headId})
  RETURN collect(head) AS partHeads
}
WITH
  reader, standing, lastWeek, mostAgo, seesAll, heads + partHeads AS heads,
  [head IN heads WHERE 'senior_manager' IN head.roles] + partHeads AS seniors,
  // whom a partner does not see, unless they read for a manager: everyone above the partner
  CASE WHEN standing.isPartner AND NOT seesAll THEN COLLECT {
    MATCH (reader)-[:REPORTS_TO*1..]->(above:User)
    WHERE NOT any(head IN heads WHERE EXISTS { (above)-[:REPORTS_TO]->(head) }
      OR 'senior_manager' IN head.roles AND EXISTS { (above)-[:REPORTS_TO*1..]->(head) })
    RETURN above
  } ELSE [] END AS unseen
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: $managerId})
WITH
  reader, standing, lastWeek, mostAgo, seesAll, heads, seniors, unseen, manager,
  manager IS NOT NULL AND (
    seesAll OR manager IN heads
    OR EXISTS { MATCH (manager)-[:REPORTS_TO*1..]->(above:User) WHERE above IN seniors }
  ) AS managerFound
CALL (reader, standing) {
  UNWIND CASE WHEN $managerId IS NULL THEN [true] END AS isAsked
  // @include people_in_sight
  RETURN count(*) AS inSight
}
WITH
  reader, standing, lastWeek, mostAgo, seesAll, heads, seniors, unseen, manager, managerFound,
  $managerId IS NOT NULL OR inSight > $maxPeople AS isLevel
CALL (reader, standing, seesAll, heads, seniors, unseen, manager, managerFound, isLevel) {
  CALL (reader, standing, seesAll, heads, seniors, unseen, manager, managerFound, isLevel) {
    UNWIND CASE WHEN NOT isLevel THEN [true] END AS isAsked
    // @include people_in_sight
    RETURN person, false AS seesBelow
    UNION
    UNWIND CASE WHEN isLevel AND $managerId IS NULL AND seesAll THEN [true] END AS isAsked
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL AND NOT EXISTS { (person)-[:REPORTS_TO*1..]->(:User {active: true}) }
    RETURN person, true AS seesBelow
    UNION
    UNWIND CASE
      WHEN isLevel AND managerFound THEN [manager]
      WHEN isLevel AND $managerId IS NULL AND NOT seesAll THEN heads
    END AS head
    WITH
      head, reader, seesAll,
      seesAll OR head IN seniors
      OR EXISTS { MATCH (head)-[:REPORTS_TO*1..]->(above:User) WHERE above IN seniors } AS seesBelow
    MATCH (head) (()<-[:REPORTS_TO]-(gone:User {active: false}))* ()<-[:REPORTS_TO]-(person:User {tenantId: $tenantId, active: true})
    WHERE (seesBelow OR size(gone) = 0) AND (seesAll OR person <> reader AND NOT person IN unseen)
    RETURN person, any(one IN collect(seesBelow) WHERE one) AS seesBelow
  }
  RETURN collect({person: person, seesBelow: seesBelow}) AS people
}
CALL (reader, standing, lastWeek, mostAgo, people) {
  UNWIND people AS entry
  WITH reader, standing, entry.person AS person, lastWeek, mostAgo
  WHERE person.excusedWeeks IS NOT NULL OR person.checkInsExpected IS NOT NULL
  UNWIND range(0, mostAgo) AS ago
  WITH reader, standing, person, lastWeek - duration({weeks: ago}) AS week
  WHERE coalesce(person.startDate < week + duration({weeks: 1}), true)
    AND NOT EXISTS { (:Summary {tenantId: $tenantId, userId: person.id, weekStart: week}) }
    AND
      // @include excused_to_reader
  RETURN count(*) AS excused
}
CALL (reader, standing, lastWeek, mostAgo, seesAll, unseen, managerFound, isLevel, people, excused) {
  RETURN
    standing AS head, toString(lastWeek) AS weekStart, excused AS away, isLevel AS level, managerFound AS found,
    null AS week, null AS userId, null AS name, null AS email, null AS team, null AS department, null AS submitted,
    null AS qualityOfWork, null AS personalWellbeing, null AS professionalWellbeing,
    null AS below, null AS belowSubmitted
  UNION ALL
  UNWIND people AS entry
  WITH reader, standing, lastWeek, mostAgo, seesAll, unseen, entry.person AS person, entry.seesBelow AS seesBelow
  CALL (reader, person, seesAll, unseen, seesBelow, lastWeek) {
    UNWIND CASE WHEN seesBelow THEN [true] END AS isAsked
    OPTIONAL MATCH (person)<-[:REPORTS_TO*1..]-(other:User {tenantId: $tenantId, active: true})
    WHERE seesAll OR other <> reader AND NOT other IN unseen
    WITH lastWeek, collect(DISTINCT other) AS others
    CALL (others, lastWeek) {
      UNWIND others AS other
      MATCH (summary:Summary {tenantId: $tenantId, userId: other.id})
      WHERE lastWeek - duration({weeks: $weeks - 1}) <= summary.weekStart <= lastWeek
      WITH summary.weekStart AS writtenIn, count(*) AS writers
      RETURN collect([writtenIn, writers]) AS written
    }
    RETURN collect([size(others), written])[0] AS totals
  }
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  UNWIND range(mostAgo, 0, -1) AS ago
  WITH reader, standing, person, team, totals, lastWeek - duration({weeks: ago}) AS week
  OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, userId: person.id, weekStart: week})
  WITH reader, standing, person, team, totals, week, summary
  WHERE summary IS NOT NULL OR (
    coalesce(person.startDate < week + duration({weeks: 1}), true) AND NOT
      // @include excused_to_reader
  )
  ORDER BY person.sortName, person.id, week
  RETURN
    null AS head, null AS weekStart, null AS away, null AS level, null AS found,
    toString(week) AS week, person.id AS userId, person.name AS name, person.email AS email,
    team.name AS team, team.department AS department, summary IS NOT NULL AS submitted,
    summary.qualityOfWork AS qualityOfWork, summary.personalWellbeing AS personalWellbeing,
    summary.professionalWellbeing AS professionalWellbeing,
    totals[0] AS below,
    CASE WHEN totals IS NOT NULL THEN coalesce([entry IN totals[1] WHERE entry[0] = week | entry[1]][0], 0) END AS belowSubmitted
}
RETURN
  head AS standing, weekStart, away AS excused, level AS isLevel, found AS managerFound,
  week, userId, name, email, team, department, submitted, qualityOfWork, personalWellbeing, professionalWellbeing,
  below, belowSubmitted

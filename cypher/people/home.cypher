// Returns what the first screen of the caller shows: the caller; the summary and the number of goals of this week; how
// many summaries of the last 53 weeks have no response, of people whose next active manager is the caller, at most 100;
// recent nominations; and for this week and the one before how many direct reports were expected to submit, how many
// did, how many are excused, and the first 20 by name who did not. Weeks begin in the caller's time zone. If
// somebody has more than 500 direct reports, it looks at 500. Direct reports of managers whose deputy the caller is count as
// well, as far as the rights of the deputy go.
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (reader)-[:MEMBER_OF]->(team:Team)
WITH reader, reader AS user, tenant, team
WITH
  reader, reader AS caller, tenant, team,
  // @include current_week
  AS thisWeek
CALL (reader) {
  MATCH
    // @include heads
  MATCH (head) (()<-[:REPORTS_TO]-(:User {active: false})){0,} (manager)<-[:REPORTS_TO]-(person:User {tenantId: $tenantId})
  WHERE person <> reader
  WITH
    person,
    max(CASE WHEN manager = head AND all(term IN terms WHERE 'read' IN term.rights) THEN 1 ELSE 0 END) AS reads,
    max(CASE WHEN all(term IN terms WHERE 'answer' IN term.rights) THEN 1 ELSE 0 END) AS answers
  LIMIT 500
  RETURN
    collect(CASE WHEN reads = 1 THEN person END) AS reports,
    collect(CASE WHEN answers = 1 THEN person END) AS authors
}
CALL (authors) {
  UNWIND authors AS author
  MATCH (summary:Summary {tenantId: $tenantId, userId: author.id})
  WHERE
    is_open(summary)
  WITH summary
  LIMIT 100
  RETURN count(summary) AS awaitingResponse
}
CALL (reader, reports, thisWeek) {
  UNWIND [thisWeek, thisWeek - duration({weeks: 1})] AS week
  UNWIND reports AS person
  WITH reader, reader {.roles} AS standing, week, person
  WHERE person.active
  OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, userId: person.id, weekStart: week})
  WITH reader, standing, week, person, summary
  WHERE summary IS NOT NULL OR coalesce(person.startDate < week + duration({weeks: 1}), true)
  WITH
    week, person, summary,
    summary IS NULL AND
      // @include excused_to_reader
    AS isExcused
  ORDER BY person.sortName, person.id
  WITH
    week,
    count(CASE WHEN NOT isExcused THEN 1 END) AS expected,
    count(CASE WHEN isExcused THEN 1 END) AS excused,
    count(summary) AS submitted,
    collect(CASE WHEN summary IS NULL AND NOT isExcused THEN person END)[0..20] AS missing
  ORDER BY week DESC
  RETURN collect({
    weekStart: toString(week),
    expected: expected,
    excused: excused,
    submitted: submitted,
    missing: COLLECT {
      UNWIND missing AS person
      OPTIONAL MATCH (person)-[:MEMBER_OF]->(personTeam:Team)
      RETURN user_ref_in(person, personTeam)
    }
  }) AS weeks
}
RETURN
  // @include myself
  ,
  COLLECT {
    MATCH (summary:Summary {tenantId: $tenantId, userId: reader.id, weekStart: thisWeek})
    OPTIONAL MATCH (summary)<-[:ANSWERS]-(response:Response)
    RETURN summary {
      .id,
      user: user_ref_in(reader, team),
      weekStart: toString(thisWeek),
      scores: summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing},
      opening:
        // @include summary_opening
        ,
      createdAt: moment(summary.createdAt),
      updatedAt:
        // @include summary_updated_at
        ,
      respondedAt: moment(response.createdAt)
    }
  }[0] AS summary,
  COUNT { (goal:Goal {tenantId: $tenantId, userId: reader.id, weekStart: thisWeek}) } AS `goals.total`,
  COUNT {
    (goal:Goal {tenantId: $tenantId, userId: reader.id, weekStart: thisWeek})
    WHERE goal.status = 'completed'
  } AS `goals.completed`,
  awaitingResponse,
  weeks AS team,
  // @include recent_nominations
  AS nominations

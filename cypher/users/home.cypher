// Returns what the first screen of the caller shows: the caller; the summary and the number of goals of this week; how many
// summaries of direct reports of the last 53 weeks have no response, at most 100; recent nominations; and for this week and the
// one before how many direct reports were expected to submit, how many did, and the first 20 by name who did not. Weeks are those
// of the tenant's time zone. Of somebody with more than 500 direct reports it looks at 500.
// Those of managers whose deputy the caller is count as well.
// @ahead api
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (reader)-[:MEMBER_OF]->(team:Team)
WITH
  reader, reader AS caller, tenant, team,
  // @include current_week
  AS week
CALL (reader) {
  MATCH
    // @include heads
  MATCH (head)<-[:REPORTS_TO]-(person:User {tenantId: $tenantId})
  WHERE person <> reader
  WITH DISTINCT person
  LIMIT 500
  RETURN collect(person) AS reports
}
CALL (reports, week) {
  UNWIND reports AS author
  MATCH (summary:Summary {tenantId: $tenantId, userId: author.id})
  WHERE summary.weekStart > week - duration({weeks: 53}) AND NOT EXISTS { (summary)<-[:ANSWERS]-(:Response) }
  WITH summary
  LIMIT 100
  RETURN count(summary) AS awaitingResponse
}
CALL (reports, week) {
  UNWIND [week, week - duration({weeks: 1})] AS monday
  UNWIND reports AS person
  WITH monday, person
  WHERE person.active
  OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, userId: person.id, weekStart: monday})
  WITH monday, person, summary
  WHERE summary IS NOT NULL OR coalesce(person.startDate < monday + duration({weeks: 1}), true)
  WITH monday, person, summary
  ORDER BY person.sortName, person.id
  WITH
    monday,
    count(*) AS expected,
    count(summary) AS submitted,
    collect(CASE WHEN summary IS NULL THEN person END)[0..20] AS missing
  ORDER BY monday DESC
  RETURN collect({
    weekStart: toString(monday),
    expected: expected,
    submitted: submitted,
    missing: COLLECT {
      UNWIND missing AS person
      OPTIONAL MATCH (person)-[:MEMBER_OF]->(personTeam:Team)
      RETURN person {.id, .name, .jobTitle, team: personTeam.name, .photoUrl}
    }
  }) AS weeks
}
RETURN
  // @include myself
  ,
  CASE WHEN reader IS NOT NULL THEN (
    // @include is_manager
  ) END AS `standing.isManager`,
  COLLECT {
    MATCH (reader)
      // @include nearest_active_manager
    OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
    RETURN manager {.id, .name, .jobTitle, team: managerTeam.name, .photoUrl}
  }[0] AS manager,
  COLLECT {
    MATCH (summary:Summary {tenantId: $tenantId, userId: reader.id, weekStart: week})
    OPTIONAL MATCH (summary)<-[:ANSWERS]-(response:Response)
    RETURN summary {
      .id,
      user: reader {.id, .name, .jobTitle, team: team.name, .photoUrl},
      weekStart: toString(week),
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
  COUNT { (goal:Goal {tenantId: $tenantId, userId: reader.id, weekStart: week}) } AS `goals.total`,
  COUNT {
    (goal:Goal {tenantId: $tenantId, userId: reader.id, weekStart: week})
    WHERE goal.status = 'completed'
  } AS `goals.completed`,
  awaitingResponse,
  weeks AS team,
  // @include recent_nominations
  AS nominations

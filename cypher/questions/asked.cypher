// Returns the questions that the caller may answer for the week of $weekStart (null: their current week), with their own answers: those
// whose audience they are in today or, for a past week, were in then; in the current week also those whose audience they were in since
// Monday, because somebody who was moved answers what they were asked. A line counts if all of its steps were there at one time. Which of
// them are asked in that week, src/features/questions/rules.ts says. Also returns what they have answered, whatever became of
// the question. `language` is that of their texts. Questions are in the order of their creation.
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (user)-[:MEMBER_OF]->(team:Team)
WITH
  user, tenant, team,
  coalesce(
    date($weekStart),
    // @include current_week
  ) AS week
WITH user, tenant, team, week, coalesce(user.timezone, tenant.timezone, 'UTC') AS timezone
WITH
  user, tenant, team, week, datetime($now) AS now, datetime({date: week, timezone: timezone}) AS monday,
  datetime({date: week + duration('P7D'), timezone: timezone}) AS nextMonday
WITH
  user, tenant, team, week,
  CASE WHEN monday < now THEN monday ELSE now END AS begin,
  CASE WHEN nextMonday < now THEN nextMonday ELSE now + duration({milliseconds: 1}) END AS end
CALL (user, team, week, begin, end) {
  CALL (user, team, begin, end) {
    UNWIND [CASE WHEN user IS NOT NULL THEN 'tenant' END, 'team:' + team.key, 'department:' + team.departmentKey] AS audience
    MATCH (question:Question {tenantId: $tenantId, audience: audience})
    RETURN question
    UNION
    MATCH (user)-[steps:REPORTS_TO|REPORTED_TO*1..]->(head:User)
    WHERE all(step IN steps WHERE step.since < end AND (step.until IS NULL OR step.until > begin))
    MATCH (head)<-[:ASKED_BELOW]-(question:Question)
    WITH question, steps, begin, end
    WHERE
      reduce(latest = begin, step IN steps | CASE WHEN step.since > latest THEN step.since ELSE latest END)
      < reduce(earliest = end, step IN steps | CASE WHEN step.until < earliest THEN step.until ELSE earliest END)
    RETURN question
  }
  WITH DISTINCT question, week
  WHERE question.fromWeek <= week AND (question.toWeek IS NULL OR question.toWeek >= week)
    AND (question.endedAt IS NULL OR question.endedAt > begin)
  RETURN collect(question) AS inAudience
}
WITH user, tenant, week, inAudience, COLLECT {
  MATCH (answer:Answer {tenantId: $tenantId, userId: user.id, weekStart: week})
  USING INDEX answer:Answer(tenantId, userId, weekStart, questionId)
  WHERE answer.questionId IS NOT NULL
  RETURN answer
} AS answers
RETURN
  user {.roles} AS standing,
  toString(week) AS weekStart,
  coalesce(user.language, user.preferredLanguage, tenant.language, 'en') AS language,
  [(user)-[:WROTE]->(summary:Summary {weekStart: week}) | summary.id][0] AS summaryId,
  COLLECT {
    CALL (inAudience, answers) {
      UNWIND inAudience AS question
      RETURN question, true AS isInAudience
      UNION
      UNWIND answers AS answer
      MATCH (question:Question {tenantId: $tenantId, id: answer.questionId})
      WHERE NOT question IN inAudience
      RETURN question, false AS isInAudience
    }
    WITH question, isInAudience, [answer IN answers WHERE answer.questionId = question.id][0] AS answer
    ORDER BY question.createdAt, question.id
    WITH question, isInAudience, answer, coalesce(answer.version, question.version) AS version
    RETURN question {
      .id, .kind, .frequency, .everyWeeks, .isRequired, .points, .optionCount, .isSeveral,
      version: question.version,
      isInAudience: isInAudience,
      fromWeek: toString(question.fromWeek),
      toWeek: toString(question.toWeek),
      wording: COLLECT {
        MATCH (wording:QuestionWording {tenantId: $tenantId, questionId: question.id, version: version})
        RETURN wording.content
      }[0],
      answer: answer {.version, .text, .points, .choices, .yes, answeredAt: moment(answer.answeredAt)}
    }
  } AS questions

// Returns the questions whose audience includes the caller in the week of $weekStart (null: their current week), with the caller's answers;
// and other questions that the caller has answered in that week. The caller is in the audience "below" of each manager above them at
// any moment of the week: at its beginning, or after a move in the line. Usually nobody in the line was moved (`wasSame`), and
// today's managers are all of them. src/features/questions/rules.ts decides which of the questions are asked in that week.
// @param weekStart: date or null
// @param now: instant
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
  user, tenant, team, week, datetime($now) AS now,
  // in UTC, because they are compared with moments in UTC (see the conventions in cypher/README.md)
  datetime({datetime: datetime({date: week, timezone: timezone}), timezone: 'Z'}) AS monday,
  datetime({datetime: datetime({date: week + duration('P7D'), timezone: timezone}), timezone: 'Z'}) AS nextMonday
WITH
  user, tenant, team, week,
  CASE WHEN monday < now THEN monday ELSE now END AS begin,
  CASE WHEN nextMonday <= now THEN nextMonday ELSE now + duration({milliseconds: 1}) END AS end
CALL (user, begin) {
  OPTIONAL MATCH (user)-[steps:REPORTS_TO*1..]->(head:User)
  WITH user, begin, head, last(steps).since AS since
  ORDER BY size(steps)
  WITH user, begin, collect(head) AS heads, coalesce(max(since) <= begin, true) AS isOld
  WITH heads, isOld, coalesce(last(heads), user) AS top, begin
  RETURN
    [head IN heads | head.id] AS headsToday,
    isOld AND NOT EXISTS { MATCH (top)-[gone:REPORTED_TO]->() WHERE gone.until > begin } AS wasSame
}
CALL (user, begin, end, wasSame) {
  WITH * WHERE NOT wasSame
  CALL (user, begin, end) {
    MATCH (user)-[steps:REPORTS_TO|REPORTED_TO*0..]->(above:User)
    WHERE all(step IN steps WHERE step.since < end AND (step.until IS NULL OR step.until > begin))
    WITH DISTINCT above, begin, end
    MATCH (above)-[step:REPORTS_TO|REPORTED_TO]->()
    WHERE begin < step.since < end
    RETURN collect(DISTINCT step.since) AS moves
  }
  UNWIND [begin] + moves AS at
  MATCH (user)-[steps:REPORTS_TO|REPORTED_TO*1..]->(head:User)
  WHERE all(step IN steps WHERE step.since <= at AND (step.until IS NULL OR step.until > at))
  RETURN collect(DISTINCT head.id) AS headsThen
}
CALL (user, team, week, end, wasSame, headsToday, headsThen) {
  UNWIND audiences_of(team)
    + [id IN CASE WHEN wasSame THEN headsToday ELSE headsThen END | 'below:' + id] AS audience
  MATCH (question:Question {tenantId: $tenantId, audience: audience})
  WHERE question.fromWeek <= week AND coalesce(last_week(question) >= week, true)
    AND (question.endedAt IS NULL OR question.endedAt >= end)
  RETURN collect(question) AS inAudience
}
WITH user, tenant, week, inAudience, COLLECT {
  MATCH (answer:Answer {tenantId: $tenantId, userId: user.id, weekStart: week})
  USING INDEX answer:Answer(tenantId, userId, weekStart, questionId)
  WHERE answer.questionId IS NOT NULL
  RETURN answer
} AS answers
CALL (inAudience, answers) {
  UNWIND [answer IN answers WHERE none(question IN inAudience WHERE question.id = answer.questionId)] AS answer
  MATCH (question:Question {tenantId: $tenantId, id: answer.questionId})
  RETURN collect(question) AS besides
}
RETURN
  user {.roles} AS standing,
  toString(week) AS weekStart,
  [user.language, user.preferredLanguage, tenant.language] AS languages,
  COLLECT {
    UNWIND inAudience + besides AS node
    WITH node {.*} AS question, NOT node IN besides AS isInAudience, [one IN answers WHERE one.questionId = node.id | one {.*}][0] AS answer
    ORDER BY question.createdAt, question.id
    WITH question, isInAudience, answer, coalesce(answer.version, question.version) AS version
    RETURN [
      question.id, question.kind, question.frequency, question.everyWeeks, question.isRequired, question.points, question.lowest, question.optionCount,
      question.isSeveral, question.version, isInAudience, toString(question.fromWeek), toString(question.toWeek),
      COLLECT {
        MATCH (wording:QuestionWording {tenantId: $tenantId, questionId: question.id, version: version})
        RETURN wording.content
      }[0],
      answer.version, answer.text, answer.points, answer.choices, answer.yes, moment(answer.answeredAt), moment(answer.editedAt)
    ]
  } AS `questions[id, kind, frequency, everyWeeks, isRequired, points, lowest, optionCount, isSeveral, version, isInAudience, fromWeek, toWeek, wording, answer.version, answer.text, answer.points, answer.choices, answer.yes, answer.answeredAt, answer.editedAt]`

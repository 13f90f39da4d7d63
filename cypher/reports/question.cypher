// Lists per week and department how many people in sight have answered the question $questionId, and what they answered, for
// the $weeks weeks up to $weekStart, null for the previous week. `distribution` is a list of [places, number of answers]: the
// places are the points of a scale, the options of a choice from 1, or 1 for yes and 2 for no; a text has none. Every version
// of the wording counts. An answer counts once its author has submitted the summary of the week: before that, nobody
// else reads it. People count as in reports/check_ins, if they are in the audience of the question today, or answered; people who are
// excused count as `excused`, unless they answered. The heading has the question (null if there is none in the tenant), what is said of
// the language of the reader, the newest hundred wordings with the weeks in which they were written, and the tenant's minimumGroup
// ($minimumGroup without one), by which src/features/reports/by-department.ts says what is shown. $asOperator means the whole
// tenant. For a reader of the whole tenant, the people below the head of the audience and the authors are listed once. For other readers, who
// see fewer people, each person in sight is looked up. List: the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], rolesThatReadAbsences: ['people_team'], now: '2026-11-20T10:00:00Z', questionId: '…', weekStart: null, weeks: 12, minimumGroup: 5}
// @include reader_and_week
OPTIONAL MATCH (question:Question {tenantId: $tenantId, id: $questionId})
WITH
  reader, standing, lastWeek, question,
  coalesce(tenant.timezone, 'UTC') AS timezone,
  [reader.language, reader.preferredLanguage, tenant.language] AS languages,
  coalesce(tenant.minimumGroup, $minimumGroup) AS minimumGroup
CALL (reader, standing, lastWeek, question, timezone, languages, minimumGroup) {
  RETURN
    standing AS head, toString(lastWeek) AS week, minimumGroup AS smallest, languages AS spoken,
    question {
      .id, .kind, .version, .points, .optionCount, .isSeveral, .frequency, .everyWeeks,
      fromWeek: toString(question.fromWeek), toWeek: toString(question.toWeek), endedAt: moment(question.endedAt)
    } AS asked,
    COLLECT {
      MATCH (wording:QuestionWording {tenantId: $tenantId, questionId: question.id})
      WHERE wording.version IS NOT NULL
      WITH wording
      ORDER BY wording.version DESC
      LIMIT 100
      RETURN {
        version: wording.version,
        wording: wording.content,
        week: toString(date.truncate('week', date(datetime({datetime: wording.createdAt, timezone: timezone}))))
      }
    } AS versions,
    null AS department, null AS people, null AS excused, null AS answered, null AS distribution
  UNION ALL
  UNWIND CASE WHEN question IS NOT NULL THEN [true] END AS isFound
  WITH
    reader, standing, lastWeek, lastWeek - duration({weeks: $weeks - 1}) AS firstWeek, question,
    CASE WHEN question.audience STARTS WITH 'below:' THEN substring(question.audience, 6) END AS headId,
    any(role IN standing.roles WHERE role IN $rolesWithTenantScope) AS seesAll
  WITH
    reader, standing, firstWeek, lastWeek, question.audience AS audience, headId, seesAll,
    COLLECT {
      UNWIND CASE WHEN seesAll THEN [headId] END AS id
      MATCH (head:User {tenantId: $tenantId, id: id})<-[:REPORTS_TO*1..]-(person:User)
      USING INDEX head:User(tenantId, id)
      RETURN DISTINCT person
    } AS below,
    COLLECT {
      UNWIND CASE WHEN seesAll THEN [$questionId] END AS id
      MATCH (answer:Answer {tenantId: $tenantId, questionId: id})
      USING INDEX answer:Answer(tenantId, questionId, weekStart)
      WHERE firstWeek <= answer.weekStart <= lastWeek
      RETURN DISTINCT answer.userId
    } AS authorIds
  // @include people_in_sight
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH
    reader, standing, firstWeek, lastWeek, person, team, seesAll, authorIds,
    CASE
      WHEN headId IS NULL THEN coalesce(audience IN audiences_of(team), false)
      WHEN seesAll THEN person IN below
      ELSE EXISTS { MATCH (person)-[:REPORTS_TO*1..]->(above:User) WHERE above.id = headId }
    END AS isAsked
  WHERE isAsked OR NOT seesAll OR person.id IN authorIds
  WITH lastWeek, firstWeek, collect({
    person: person,
    isAsked: isAsked,
    department: coalesce(team.department, 'No department'),
    excusedWeeks: [
      week IN coalesce(person.excusedWeeks, [])
      WHERE firstWeek <= week <= lastWeek AND
        // @include excused_to_reader
    ]
  }) AS everyone
  WITH lastWeek, firstWeek, everyone, [one IN everyone WHERE one.isAsked] AS inSight
  CALL (everyone, inSight, firstWeek, lastWeek) {
    // @include expected
    RETURN
      department, week, sum(CASE WHEN isAway THEN 0 ELSE alike END) AS people, sum(CASE WHEN isAway THEN alike ELSE 0 END) AS away,
      [] AS places, 0 AS answers
    UNION ALL
    UNWIND everyone AS one
    WITH one, one.person AS person, one.department AS department, firstWeek, lastWeek
    MATCH (answer:Answer {tenantId: $tenantId, userId: person.id, questionId: $questionId})
    USING INDEX answer:Answer(tenantId, userId, weekStart, questionId)
    WHERE firstWeek <= answer.weekStart <= lastWeek
    WITH one, department, person, answer, answer.weekStart AS week
    WHERE EXISTS { (:Summary {tenantId: $tenantId, userId: person.id, weekStart: week}) }
    WITH
      department, week, one.isAsked AS isAsked,
      CASE
        WHEN answer.points IS NOT NULL THEN [answer.points]
        WHEN answer.yes IS NOT NULL THEN [CASE WHEN answer.yes THEN 1 ELSE 2 END]
        ELSE [choice IN coalesce(answer.choices, []) | choice + 1]
      END AS places,
      coalesce(person.startDate < week + duration({weeks: 1}), true) AS hasStarted,
      week IN one.excusedWeeks AS isAway
    RETURN
      department, week, count(CASE WHEN isAway OR NOT hasStarted OR NOT isAsked THEN 1 END) AS people,
      -count(CASE WHEN isAway AND hasStarted AND isAsked THEN 1 END) AS away, places, count(*) AS answers
  }
  WITH
    week, department, sum(people) AS people, sum(away) AS excused, sum(answers) AS answered,
    collect([places, answers]) AS distribution
  ORDER BY week, department
  RETURN
    null AS head, toString(week) AS week, null AS smallest, null AS spoken, null AS asked, null AS versions,
    department, people, excused, answered, distribution
}
RETURN
  head AS standing, week, smallest AS minimumGroup, spoken AS languages, asked AS question, versions AS wordings,
  department, people, excused, answered, distribution

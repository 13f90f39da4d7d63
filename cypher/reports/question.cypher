// Lists per week and department how many people in sight have answered the question $questionId, and what they answered, for
// the $weeks weeks up to $weekStart, null for the previous week. `distribution` is a list of [places, number of answers]: the
// places, from 1, are the points of a scale, the options of a choice, or yes and no; a text has none. The answers to one version of the
// wording count ($version; null: the current one), and those to the other versions of its series, which mean the same. An option has the
// place that it has in that one version. An answer counts once its author has submitted the summary of the week: before that, nobody else
// reads it. People in sight who are in the audience of the question today are expected to answer, in their current department, from the
// week in which they start; those who are excused count as `excused`. Somebody who has answered counts in that week in the department in which they
// submitted the summary, and nowhere else. A reader of the whole tenant gets the answers of people who have left as well. The question has
// `erasedWeeks`, the weeks in which somebody answered who has been erased since. The heading has the question (null if there is none in the tenant), what is said of
// the language of the reader, the newest hundred wordings with the weeks in which they were written, and the tenant's minimumGroup
// ($minimumGroup without one), by which src/features/reports/by-department.ts says what is shown. $asOperator means the whole
// tenant. For a reader of the whole tenant, the people below the head of the audience and the authors are listed once. For other readers, who
// see fewer people, each person in sight is looked up. List: the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], rolesThatReadAbsences: ['people_team'], now: '2026-11-20T10:00:00Z', questionId: '…', version: null, weekStart: null, weeks: 12, minimumGroup: 5}
// @param questionId: id
// @param minimumGroup: number
// @param weeks: number
// @param rolesWithTenantScope: list of roles
// @param version: number or null
// @include reader_and_standing
// @include week_of_report
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
      .id, .kind, .version, .points, .lowest, .optionCount, .isSeveral, .frequency, .everyWeeks,
      fromWeek: toString(question.fromWeek), toWeek: toString(question.toWeek), endedAt: moment(question.endedAt),
      erasedWeeks: [week IN question.erasedWeeks | toString(week)]
    } AS asked,
    COLLECT {
      MATCH (wording:QuestionWording {tenantId: $tenantId, questionId: question.id})
      WHERE wording.version IS NOT NULL
      WITH wording
      ORDER BY wording.version DESC
      LIMIT 100
      RETURN {
        version: wording.version,
        series: coalesce(wording.series, wording.version),
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
    {
      lowest: coalesce(question.lowest, 1),
      versions: COLLECT {
        MATCH (shown:QuestionWording {tenantId: $tenantId, questionId: $questionId, version: coalesce($version, question.version)})
        MATCH (same:QuestionWording {tenantId: $tenantId, questionId: $questionId})
        USING INDEX same:QuestionWording(tenantId, questionId, version)
        WHERE same.version IS NOT NULL AND coalesce(same.series, same.version) = coalesce(shown.series, shown.version)
        WITH same, [place IN range(0, coalesce(question.optionCount, 0) - 1) | coalesce(shown.optionIds[place], place)] AS ids
        RETURN {
          version: same.version,
          places: [choice IN range(0, size(ids) - 1) |
            [place IN range(1, size(ids)) WHERE ids[place - 1] = coalesce(same.optionIds[choice], choice)][0]]
        }
      }
    } AS counted,
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
  CALL (reader, standing, seesAll, authorIds) {
    // @include people_in_sight
    RETURN person
    UNION
    UNWIND authorIds AS authorId
    MATCH (person:User {tenantId: $tenantId, id: authorId, active: false})
    USING INDEX person:User(tenantId, id)
    WHERE person.email IS NOT NULL
    RETURN person
  }
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH
    reader, standing, firstWeek, lastWeek, counted, person, team, seesAll, authorIds,
    CASE
      WHEN NOT person.active THEN false
      WHEN headId IS NULL THEN coalesce(audience IN audiences_of(team), false)
      WHEN seesAll THEN person IN below
      ELSE EXISTS { MATCH (person)-[:REPORTS_TO*1..]->(above:User) WHERE above.id = headId }
    END AS isAsked
  WHERE isAsked OR NOT seesAll OR person.id IN authorIds
  WITH lastWeek, firstWeek, counted, collect({
    person: person,
    isAsked: isAsked,
    department: coalesce(team.department, 'No department'),
    excusedWeeks:
      // @include excused_weeks
  }) AS everyone
  WITH lastWeek, firstWeek, counted, everyone, [one IN everyone WHERE one.isAsked] AS inSight
  CALL (everyone, inSight, firstWeek, lastWeek, counted) {
    // @include expected
    RETURN
      department, week, sum(CASE WHEN isAway THEN 0 ELSE alike END) AS people, sum(CASE WHEN isAway THEN alike ELSE 0 END) AS away,
      [] AS places, 0 AS answers
    UNION ALL
    UNWIND everyone AS one
    WITH one, one.person AS person, one.department AS department, firstWeek, lastWeek, counted
    MATCH (answer:Answer {tenantId: $tenantId, userId: person.id, questionId: $questionId})
    USING INDEX answer:Answer(tenantId, userId, weekStart, questionId)
    WHERE firstWeek <= answer.weekStart <= lastWeek
    WITH one, department, person, answer, counted, [same IN counted.versions WHERE same.version = answer.version][0] AS same
    WHERE same IS NOT NULL
    MATCH (summary:Summary {tenantId: $tenantId, userId: person.id, weekStart: answer.weekStart})
    WITH one, department, written_in(summary) AS departmentThen, person, answer, counted, same, answer.weekStart AS week
    WITH
      department, departmentThen, week,
      CASE
        WHEN answer.points IS NOT NULL THEN [answer.points - counted.lowest + 1]
        WHEN answer.yes IS NOT NULL THEN [CASE WHEN answer.yes THEN 1 ELSE 2 END]
        ELSE [choice IN coalesce(answer.choices, []) | same.places[toInteger(choice)]]
      END AS places,
      one.isAsked AND coalesce(person.startDate < week + duration({weeks: 1}), true) AS isExpected,
      week IN one.excusedWeeks AS isAway
    // where they wrote, and away from where they are expected today
    UNWIND CASE WHEN isExpected THEN [true, false] ELSE [true] END AS isThen
    WITH CASE WHEN isThen THEN departmentThen ELSE department END AS department, week, places, isThen, isAway
    RETURN
      department, week, sum(CASE WHEN isThen THEN 1 WHEN isAway THEN 0 ELSE -1 END) AS people,
      sum(CASE WHEN isThen OR NOT isAway THEN 0 ELSE -1 END) AS away,
      CASE WHEN isThen THEN places ELSE [] END AS places, count(CASE WHEN isThen THEN 1 END) AS answers
  }
  WITH
    week, department, sum(people) AS people, sum(away) AS excused, sum(answers) AS answered,
    collect([places, answers]) AS distribution
  WHERE people > 0 OR excused > 0
  ORDER BY week, department
  RETURN
    null AS head, toString(week) AS week, null AS smallest, null AS spoken, null AS asked, null AS versions,
    department, people, excused, answered, distribution
}
RETURN
  head AS standing, week, smallest AS minimumGroup, spoken AS languages, asked AS question, versions AS wordings,
  department, people, excused, answered, distribution

// Subquery: how many of `inSight` (a list of {person, department, excusedWeeks}) are expected to have written, as `people`, and
// how many are excused, as `away`, by department and `week`. The weeks are the $weeks weeks from `firstWeek` to `lastWeek`; a
// person counts from the week in which they start. People with the same facts are counted first, and then by week.
// @param weeks: number
UNWIND inSight AS one
WITH
  firstWeek, lastWeek, one.department AS department,
  CASE WHEN one.person.startDate > firstWeek THEN date.truncate('week', one.person.startDate) ELSE firstWeek END AS startWeek,
  one.excusedWeeks AS excusedWeeks,
  count(*) AS alike
UNWIND range(0, $weeks - 1) AS ago
WITH department, startWeek, excusedWeeks, alike, lastWeek - duration({weeks: ago}) AS week
WHERE startWeek <= week
WITH department, week, alike, week IN excusedWeeks AS isAway

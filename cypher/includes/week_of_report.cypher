// Clauses after reader_and_standing, at the start of a list of weeks: `lastWeek`, the Monday of $weekStart or else of the reader's
// previous week.
// @param weekStart: date or null
// @param now: instant
WITH reader, tenant, standing, date.truncate('week', coalesce(
  date($weekStart),
  date(datetime({datetime: datetime($now), timezone: coalesce(reader.timezone, tenant.timezone, 'UTC')})) - duration({weeks: 1})
)) AS lastWeek

// Clauses at the start of a list of weeks: as reader_and_standing, with `lastWeek`, the Monday of $weekStart or else of
// the reader's previous week.
// @include reader_and_standing
WITH reader, tenant, standing, date.truncate('week', coalesce(
  date($weekStart),
  date(datetime({datetime: datetime($now), timezone: coalesce(reader.timezone, tenant.timezone, 'UTC')})) - duration({weeks: 1})
)) AS lastWeek

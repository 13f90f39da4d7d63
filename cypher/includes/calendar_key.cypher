// calendar_key(person): text, the region and the working days of a person as far as they have their own, by which
// $calendars contains the days on which people like them work: see src/platform/settings/calendars.ts.
coalesce(person.region, '-') + coalesce(' ' + person.workingDays, '')

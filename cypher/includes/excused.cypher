// Boolean expression: `person` need not check in, or has no working day in `week` (a date, its Monday): each of their days of the week
// is in one of their absences or a public holiday of their region. Reports and reminders neither count nor name them, unless
// they wrote all the same. `excusedWeeks` is absent where there are none; absences/rules.ts is the rule, and whatever
// changes absences or regions derives it again.
(
  // @include needs_no_check_in
  OR coalesce(week IN person.excusedWeeks, false)
)

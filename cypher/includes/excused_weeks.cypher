// Expression: the weeks from `firstWeek` to `lastWeek`, of the $weeks weeks up to it, in which `person` is excused to `reader`. Expects
// `standing`.
// @param weeks: number
[
  week IN CASE
    WHEN
      // @include needs_no_check_in
      THEN [ago IN range(0, $weeks - 1) | lastWeek - duration({weeks: ago})]
    ELSE coalesce(person.excusedWeeks, [])
  END
  WHERE firstWeek <= week <= lastWeek AND
    // @include excused_to_reader
]

// Boolean expression like `excused`, for a list that `reader` sees: the absences are those that they may read. Expects `standing`.
(
  // @include needs_no_check_in
  OR
    // @include away_to_reader
)

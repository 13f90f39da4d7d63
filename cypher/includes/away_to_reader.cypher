// Boolean expression: `person` has no working day in `week`, for a list that `reader` sees: true only if `reader` may read the absences of
// `person`. For other readers, such as a deputy, somebody who was away is listed like everybody who did not write. Otherwise a reader
// could conclude that a person who is missing from the list was away. Expects `standing`.
// @param rolesThatReadAbsences: list of roles
(
  coalesce(week IN person.excusedWeeks, false) AND (
    any(role IN standing.roles WHERE role IN $rolesThatReadAbsences)
    OR EXISTS { (person)-[:REPORTS_TO*0..]->(reader) }
    OR in_parts_of(reader, person)
  )
)

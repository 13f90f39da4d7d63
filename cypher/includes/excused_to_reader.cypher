// Boolean expression: as excused, in a list for `reader`, who is told so only of whom they may read the absences. To
// others, such as a deputy, somebody who was away is one of those who did not write: else who is neither named nor
// there was away. Expects `standing`.
(
  coalesce(week IN person.excusedWeeks, false) AND (
    any(role IN standing.roles WHERE role IN $rolesThatReadAbsences)
    OR EXISTS { (person)-[:REPORTS_TO*0..]->(reader) }
  )
)

// List of maps: the places from which `caller` reads about `owner` that are not their own, at $now. Expects `line`: the path from
// `owner` up to `caller`, or null. Null for the owner, and for their direct manager, who may do whatever a deputy may, and what a partner
// may but for insights (standing_for_insights).
// - `deputy`: a place of `owner` or above that belongs to an active manager whose deputy the caller is, nearest first. Of the roles
//   of the manager, only `senior_manager` counts, which extends what a place permits. The owner's own place has `levelsAbove` 0, and gives
//   no right to read or answer what the owner wrote.
// - `partner`: the owner is in a part of the company whose partner the caller is (includes/is_in_part).
// @param now: instant
CASE WHEN caller IS NOT NULL AND coalesce(length(line), 2) > 1 THEN COLLECT {
  MATCH (caller)-[term:DEPUTY_FOR|PARTNER_OF]->(origin)
  WHERE
    is_in_force(term, datetime($now))
  WITH DISTINCT origin, term // usually nobody, and then the line is not walked
  OPTIONAL MATCH way = (owner)-[:REPORTS_TO*0..]->(origin)
  WITH DISTINCT origin, term, length(way) AS levels
  WHERE term:DEPUTY_FOR AND origin.active AND levels IS NOT NULL
    OR term:PARTNER_OF AND is_in_part(caller, owner, term)
  RETURN CASE WHEN term:DEPUTY_FOR THEN {
    reason: 'deputy',
    managerId: origin.id,
    levelsAbove: levels,
    roles: [role IN origin.roles WHERE role = 'senior_manager'],
    rights: term.rights
  } ELSE {reason: 'partner', partId: term.id} END
  ORDER BY levels
} END

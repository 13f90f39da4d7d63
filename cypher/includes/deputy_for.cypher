// List of maps: the places of `owner` and above in which `caller` acts as the deputy of an active manager at $now,
// nearest first. Of the roles of the manager, only `senior_manager` counts, which extends what a place permits. Null for the
// owner, and for their direct manager, who may do whatever a deputy may. The owner's own place has `levelsAbove` 0, and gives no
// right to read or answer what the owner wrote. Expects `line`: the path from `owner` up to `caller`, or null.
CASE WHEN caller IS NOT NULL AND coalesce(length(line), 2) > 1 THEN COLLECT {
  MATCH (caller)-[term:DEPUTY_FOR]->(principal:User {active: true})
  WHERE
    // @include is_in_force
  WITH DISTINCT principal, term // usually nobody, and then the line is not walked
  MATCH way = (owner)-[:REPORTS_TO*0..]->(principal)
  WITH DISTINCT principal, term, length(way) AS levels
  RETURN {
    managerId: principal.id,
    levelsAbove: levels,
    roles: [role IN principal.roles WHERE role = 'senior_manager'],
    rights: term.rights
  }
  ORDER BY levels
} END

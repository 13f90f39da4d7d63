// List of maps: as in the include deputy_for the places of `subject`, nearest first, each with its `path` down to the
// owner; at the time `at`, along the line of the query. Empty if they are the same.
COLLECT {
  MATCH (subject)-[term:DEPUTY_FOR]->(principal:User {active: true})
  WHERE term.since <= at AND term.until > at AND owner <> subject
  WITH DISTINCT principal, term
  MATCH way = (owner)-[:LINE*0..]->(principal)
  WITH term, principal, way
  ORDER BY length(way)
  RETURN {
    managerId: principal.id,
    levelsAbove: length(way),
    roles: [role IN principal.roles WHERE role = 'senior_manager'],
    rights: term.rights,
    path: reverse([one IN nodes(way) | one.id])
  }
}

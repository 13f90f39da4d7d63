// List of maps: the places from which `subject` reads about `owner`, as the include places describes them. It looks at the time `at` and follows
// the line of the query. Each place has its `path`: from the manager, or from the head of the part, down to the owner. The list is empty if
// subject and owner are the same person.
COLLECT {
  MATCH (subject)-[term:DEPUTY_FOR|PARTNER_OF]->(origin)
  WHERE is_in_force(term, at) AND owner <> subject
  WITH DISTINCT origin, term
  OPTIONAL MATCH way = (owner)-[:LINE*0..]->(origin)
  WITH origin, term, way
  WITH * // without the steps of the way, which a line of views names as well
  WHERE term:DEPUTY_FOR AND origin.active AND way IS NOT NULL
    OR term:PARTNER_OF AND NOT 'admin' IN subject.roles
      AND (length(way) > 0 OR EXISTS { (owner)-[:MEMBER_OF]->(:Team {departmentKey: term.departmentKey}) })
      AND NOT EXISTS { (subject)-[:LINE*1..]->(owner) }
  WITH
    length(way) AS levels, reverse([one IN nodes(way) | one.id]) AS down, origin, term
  RETURN CASE WHEN term:DEPUTY_FOR THEN {
    reason: 'deputy',
    managerId: origin.id,
    levelsAbove: levels,
    roles: [role IN origin.roles WHERE role = 'senior_manager'],
    rights: term.rights,
    path: down
  } ELSE {reason: 'partner', partId: term.id, path: down} END
  ORDER BY levels
}

// The rows of an org chart, the last part of a list query: the heading, everyone's line, the people. Expects `root`,
// `standing`, `inFuture` (whether the time of the view is later than now) and `people`: {person, depth, line: [id, id
// of the manager or null, active]} of everyone in the chart, in order of depth. $depth and $listLimit are the
// parameters of reporting-line/chart.
// @param depth: number or null
WITH root, standing, inFuture, people, size([entry IN people WHERE NOT entry.line[2]]) AS gaps
CALL (root, standing, inFuture, people, gaps) {
  RETURN
    standing AS head, root IS NOT NULL AS userFound, inFuture AS isInFuture, size(people) = $listLimit AS isPartial, null AS line,
    null AS id, null AS name, null AS jobTitle, null AS team, null AS photoUrl
  UNION ALL
  UNWIND people AS entry
  RETURN
    null AS head, null AS userFound, null AS isInFuture, null AS isPartial, entry.line AS line,
    null AS id, null AS name, null AS jobTitle, null AS team, null AS photoUrl
  UNION ALL
  UNWIND people AS entry
  WITH entry.person AS person, entry.depth AS depth, gaps
  WHERE person.active AND ($depth IS NULL OR depth <= $depth + gaps)
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH person, depth, team
  ORDER BY depth, person.sortName, person.id
  RETURN
    null AS head, null AS userFound, null AS isInFuture, null AS isPartial, null AS line,
    person.id AS id, person.name AS name, person.jobTitle AS jobTitle, team.name AS team, person.photoUrl AS photoUrl
}
RETURN
  head AS standing, userFound, isInFuture, isPartial, line AS `line{id, managerId, active}`, id, name, jobTitle, team, photoUrl

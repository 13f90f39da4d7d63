// covers_audience(reader, head, team, departmentKey): boolean expression, everybody of the audience of a question is in a part of the company whose
// partner `reader` is at $now: the people below the user `head`, of the Team `team`, or of a department; what the audience is not is null. The
// partner and those above the partner may be among them: they are asked, and the partner reads nothing of theirs.
// @param now: instant
(NOT 'admin' IN reader.roles AND EXISTS { MATCH (reader)-[part:PARTNER_OF]->() WHERE is_in_force(part, datetime($now)) AND (part.departmentKey IN [team.departmentKey, departmentKey] OR EXISTS { (head)-[:REPORTS_TO*0..]->(:User {id: part.headId}) }) })

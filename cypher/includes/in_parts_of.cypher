// in_parts_of(reader, person): boolean expression, `person` is in a part of the company whose partner `reader` is at $now. It has the text of
// is_in_force and is_in_part, because calls of these would stand five deep in some queries.
// @param now: instant
(EXISTS { MATCH (reader)-[part:PARTNER_OF]->() WHERE part.since <= datetime($now) AND part.until > datetime($now) AND (person <> reader AND NOT 'admin' IN reader.roles AND (EXISTS { (person)-[:REPORTS_TO*1..]->(:User {id: part.headId}) } OR EXISTS { (person)-[:MEMBER_OF]->(:Team {departmentKey: part.departmentKey}) }) AND NOT EXISTS { (reader)-[:REPORTS_TO*1..]->(person) }) })

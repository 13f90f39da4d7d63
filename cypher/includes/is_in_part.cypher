// is_in_part(partner, person, part): boolean expression, the `part` of the company (a relationship PARTNER_OF of `partner`) covers `person`:
// everyone below its head, or in its department. Nobody is their own partner, nor that of anybody above them; and no admin is one, because
// an admin decides who is in the part.
(person <> partner AND NOT 'admin' IN partner.roles AND (EXISTS { (person)-[:REPORTS_TO*1..]->(:User {id: part.headId}) } OR EXISTS { (person)-[:MEMBER_OF]->(:Team {departmentKey: part.departmentKey}) }) AND NOT EXISTS { (partner)-[:REPORTS_TO*1..]->(person) })

// Subquery: the people in the parts of the company whose partner `reader` is at $now, one `person` per row, active or not: see is_in_part.
// @param now: instant
CALL (reader) {
  MATCH (reader)-[part:PARTNER_OF]->()
  WHERE is_in_force(part, datetime($now)) AND NOT 'admin' IN reader.roles
  CALL (part) {
    MATCH (head:User {tenantId: $tenantId, id: part.headId})<-[:REPORTS_TO*1..]-(person:User)
    RETURN DISTINCT person
    UNION
    MATCH (:Team {tenantId: $tenantId, departmentKey: part.departmentKey})<-[:MEMBER_OF]-(person:User)
    RETURN person
  }
  WITH DISTINCT reader, person
  WHERE person <> reader AND NOT EXISTS { (reader)-[:REPORTS_TO*1..]->(person) }
  RETURN person
}

// Moves users to the team with the key `team`; a row without a team removes the membership.
// @param rows: list of {id: id, team: text or null}
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
CALL (person) {
  MATCH (person)-[old:MEMBER_OF]->()
  DELETE old
}
WITH person, row
MATCH (team:Team {tenantId: $tenantId, key: row.team})
CREATE (person)-[:MEMBER_OF]->(team)

// Finds the teams of people who are not there yet, and creates those that are missing, like organisation/stage_people. Returns
// `staged`: for each team [key, reference, whether it is new]. The reference is its elementId.
// @param rows: list of {key: text, name: text, sortName: text, department: text or null, departmentKey: text or null}
// @param now: instant
UNWIND $rows AS row
OPTIONAL MATCH (known:Team {tenantId: $tenantId, key: row.key})
CALL (row, known) {
  WITH * WHERE known IS NULL
  CREATE (team {
    tenantId: $tenantId,
    key: row.key,
    name: row.name,
    sortName: row.sortName,
    department: row.department,
    departmentKey: row.departmentKey
  })
  RETURN team
  UNION
  WITH * WHERE known IS NOT NULL
  RETURN known AS team
}
WITH collect([row.key, elementId(team), known IS NULL]) AS staged
CREATE (:ImportBatch {tenantId: $tenantId, createdAt: datetime($now), references: [team IN staged WHERE team[2] | team[1]]})
RETURN staged

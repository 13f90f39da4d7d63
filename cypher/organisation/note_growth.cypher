// Notes that an admin brought people into teams, or into the departments of these. $rows are keys of teams.
// @param rows: list of texts
// @param now: instant
UNWIND $rows AS key
MATCH (team:Team {tenantId: $tenantId, key: key})
WHERE
  // @include is_by_admin
SET team.grownAt = datetime($now)

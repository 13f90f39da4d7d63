// Gives teams of organisation/stage_teams to the tenant, by their labels, and returns how many.
// @param rows: list of texts
UNWIND $rows AS row
MATCH (team {tenantId: $tenantId})
WHERE elementId(team) = row
SET team:Team:$($tenantLabel)
RETURN count(team) AS created

// Gives teams of org/stage_teams to the tenant, by their labels, and returns how many.
UNWIND $rows AS row
MATCH (team {tenantId: $tenantId})
WHERE elementId(team) = row
SET team:Team:$($tenantLabel)
RETURN count(team) AS created

// Returns the teams that the migration V022 made of several that looked alike, with the other names.
MATCH (team:Team {tenantId: $tenantId})
WHERE team.key IS NOT NULL AND team.mergedNames IS NOT NULL
RETURN team.name AS name, team.mergedNames AS others
ORDER BY team.key

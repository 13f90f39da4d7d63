// Creates or updates teams with their departments.
UNWIND $rows AS row
MERGE (team:Team {tenantId: $tenantId, name: row.name})
ON CREATE SET team:$($tenantLabel)
SET team.department = row.department

// Deletes up to $limit nodes of a tenant with their relationships and returns how many.
MATCH (node:$($tenantLabel))
WITH node
LIMIT toInteger($limit)
DETACH DELETE node
RETURN count(*) AS deleted

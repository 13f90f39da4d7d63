// Deletes up to $limit nodes of a tenant with their relationships and returns how many. Its label alone does not prove
// that a node is the tenant's.
// @param limit: whole number
MATCH (node:$($tenantLabel))
WHERE node.tenantId = $tenantId
WITH node
LIMIT toInteger($limit)
DETACH DELETE node
RETURN count(*) AS deleted

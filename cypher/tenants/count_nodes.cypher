// Returns the number of the tenant's nodes. Its label alone does not prove that a node is the tenant's.
MATCH (node:$($tenantLabel))
WHERE node.tenantId = $tenantId
RETURN count(node) AS count

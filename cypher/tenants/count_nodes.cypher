// Returns the number of nodes that carry the tenant's label.
MATCH (node:$($tenantLabel))
RETURN count(node) AS count

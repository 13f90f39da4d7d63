// How many nodes carry the label of a tenant.
MATCH (node:$($tenantLabel))
RETURN count(node) AS count

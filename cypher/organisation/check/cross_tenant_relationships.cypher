// Returns the number of relationships between a node of this tenant and any other node, by type. A consistent database
// has none.
MATCH (node)-[edge]-(other)
WHERE node:$($tenantLabel) AND (other.tenantId IS NULL OR other.tenantId <> $tenantId)
RETURN type(edge) AS type, count(DISTINCT edge) AS count
ORDER BY type

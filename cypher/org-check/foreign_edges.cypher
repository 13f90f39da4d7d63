// Relationships between a node of this tenant and one that is not, by type.
MATCH (node)-[edge]-(other)
WHERE node:$($tenantLabel) AND (other.tenantId IS NULL OR other.tenantId <> $tenantId)
RETURN type(edge) AS type, count(DISTINCT edge) AS count
ORDER BY type

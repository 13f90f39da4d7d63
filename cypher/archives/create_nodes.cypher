// Creates nodes from $nodes ({labels, properties}) and returns how many.
UNWIND $nodes AS node
CREATE (created:$(node.labels):$($tenantLabel))
SET created = node.properties, created.tenantId = $tenantId
RETURN count(created) AS count

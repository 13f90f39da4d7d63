// Creates nodes from $nodes ({labels, properties}) and returns how many.
// @param nodes: list of {labels: list of texts, properties: map of values}
UNWIND $nodes AS node
CREATE (created:$(node.labels):$($tenantLabel))
SET created = node.properties, created.tenantId = $tenantId
RETURN count(created) AS count

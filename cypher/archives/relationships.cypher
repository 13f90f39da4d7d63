// Returns the relationships of the tenant. Both ends are named by their label and the property that $keys (map by label) gives for it.
// @param keys: map of texts
MATCH (start:$($tenantLabel))-[link]->(end)
WHERE start.tenantId = $tenantId
WITH
  start, link, end,
  [label IN labels(start) WHERE NOT label STARTS WITH 'T_'][0] AS startLabel,
  [label IN labels(end) WHERE NOT label STARTS WITH 'T_'][0] AS endLabel
RETURN
  type(link) AS type, properties(link) AS properties,
  startLabel, start[$keys[startLabel]] AS startKey,
  endLabel, end[$keys[endLabel]] AS endKey

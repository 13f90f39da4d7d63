// Returns the nodes of the tenant. With $isLate only those from which workers start, as $late says it: by label a rule with the
// property that such nodes have, if not all are, and its value, if not any will do. Without $isLate, all others.
// @param late: map of {property: text or null, value: text or null}
// @param isLate: boolean
MATCH (node:$($tenantLabel))
WHERE node.tenantId = $tenantId
WITH node, [label IN labels(node) WHERE NOT label STARTS WITH 'T_'] AS labels
WITH node, labels, $late[labels[0]] AS rule
WITH node, labels, coalesce(
  rule IS NOT NULL
  AND (rule.property IS NULL OR node[rule.property] IS NOT NULL)
  AND (rule.value IS NULL OR node[rule.property] = rule.value),
  false
) AS isLate
WHERE isLate = $isLate
RETURN labels, properties(node) AS properties

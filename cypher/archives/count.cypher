// Returns the number of the tenant's nodes by label, as a list of [label, count], and the number of its relationships.
RETURN
  COLLECT {
    MATCH (node:$($tenantLabel))
    WHERE node.tenantId = $tenantId
    UNWIND [label IN labels(node) WHERE NOT label STARTS WITH 'T_'] AS label
    WITH label, count(*) AS count
    RETURN [label, toString(count)]
  } AS nodes,
  toString(COUNT { (:$($tenantLabel))-[]->() }) AS relationships

// List: the nominations of `caller` in the last 33 days, which covers the two months a nomination window can belong to,
// at most 100, ordered by teamKey. Expects `caller`.
// @param now: instant
COLLECT {
  MATCH (caller)-[:MADE]->(nomination:Nomination {tenantId: $tenantId})
  WHERE nomination.createdAt >= datetime($now) - duration({days: 33})
  WITH nomination
  ORDER BY nomination.createdAt DESC
  LIMIT 100
  RETURN nomination {.kind, .period, .teamName} ORDER BY nomination.teamKey
}

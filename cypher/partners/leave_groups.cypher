// Ends what groups of a directory made a user the partner of, who leaves all of them: the transaction holds the tenant's write lock. Returns the terms
// as end_group_terms does.
// @param userId: id
// @param now: instant
MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH COLLECT {
  MATCH (person)-[term:PARTNER_OF]->()
  WHERE term.until > datetime($now) AND term.groupPartId IS NOT NULL
  RETURN term
} AS terms
// @include end_group_terms
RETURN ended

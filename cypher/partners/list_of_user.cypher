// Returns whose parts of the company a user is in, as `partners`, now or in parts that begin later; and the parts whose partner the user is or
// will be, as `parts`, the earliest first, with the caller's standing towards the user and `userFound`.
// @param userId: id
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
RETURN
  // @include standing
  AS standing,
  owner IS NOT NULL AS userFound,
  COLLECT {
    MATCH (partner:User {tenantId: $tenantId})-[part:PARTNER_OF {tenantId: $tenantId}]->()
    USING INDEX part:PARTNER_OF(tenantId, id)
    WHERE part.id IS NOT NULL AND partner.active AND part.until > datetime($now) AND is_in_part(partner, owner, part)
    ORDER BY part.since, part.id
    RETURN part_fields(part, partner)
  } AS partners,
  COLLECT {
    MATCH (owner)-[part:PARTNER_OF]->()
    WHERE part.until > datetime($now)
    ORDER BY part.since, part.id
    RETURN part_fields(part, owner)
  } AS parts

// Returns a page of the active users who may be permitted to do something with a resource, by id, behind the id $after
// (or null): the owner and everyone above, their deputies, all partners, and who has a role of $roleWords (words of a full-text
// query; null for none). src/features/decisions/ decides about each by roles, `levelsAbove` and `places`. The resource is
// given as in decisions/facts; without it there is nobody.
// @param now: instant
// @param roleWords: text or null
// @param after: text or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH caller, tenant {.elevatedRoles, .orgRevision} AS tenant // the revision is read before the lines
// @include resource_owner
WITH caller, tenant, owner, datetime($now) AS at
// @view WITH caller, tenant, CASE WHEN view.isKnown THEN owner END AS owner, coalesce(view.asOf, at) AS at
CALL (owner, at) {
  CALL (owner, at) {
    MATCH path = (owner)-[:LINE*0..]->(subject:User)
    RETURN subject, length(path) AS levelsAbove
    UNION
    MATCH (owner)-[:LINE*0..]->(principal:User)
    MATCH (principal)<-[term:DEPUTY_FOR]-(subject:User)
    WHERE principal.active AND is_in_force(term, at)
    RETURN subject, null AS levelsAbove
    UNION
    WITH * WHERE owner IS NOT NULL
    MATCH (subject:User {tenantId: $tenantId})-[part:PARTNER_OF {tenantId: $tenantId}]->()
    USING INDEX part:PARTNER_OF(tenantId, id)
    WHERE part.id IS NOT NULL AND is_in_force(part, at)
    RETURN subject, null AS levelsAbove
    UNION
    UNWIND CASE WHEN owner IS NULL OR $roleWords IS NULL THEN [] ELSE [$roleWords] END AS words
    CALL db.index.fulltext.queryNodes('user_by_role', '+tenantId:"' + $tenantId + '" +roles:(' + words + ')') YIELD node
    RETURN node AS subject, null AS levelsAbove
  }
  WITH subject, min(levelsAbove) AS levelsAbove
  WHERE subject.active AND ($after IS NULL OR subject.id > $after)
  WITH subject, levelsAbove
  ORDER BY subject.id
  LIMIT 1001
  WITH
    subject, levelsAbove,
    // @include places_in_line
    AS places
  RETURN collect(subject {.id, .roles, levelsAbove: levelsAbove, places: places}) AS subjects
}
RETURN
  caller {.roles} AS standing,
  subjects[0..toInteger($limit) + 1] AS items,
  tenant

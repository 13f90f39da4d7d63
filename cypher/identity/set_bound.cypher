// Unbinds an identity, or binds it to its person again if $isBound, and returns it, with the name of its person,
// whether they are the caller (`isOwn`), and whether it was not so already (`isChanged`). The revision of the tenant
// rises then: processes forget whom they knew by an identity. Takes the locks of identity and person. `identity` is
// null when it does not exist, or the caller has none of $permittedRoles. A second bound identity of person and issuer
// is a conflict.
// @param permittedRoles: list of roles
// @param identityId: id
// @param isBound: boolean
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
CALL (standing) {
  WITH * WHERE any(role IN standing.roles WHERE role IN $permittedRoles)
  MATCH (identity:Identity {tenantId: $tenantId, id: $identityId})
  SET identity.id = $identityId
  WITH identity
  MATCH (person:User {tenantId: $tenantId, id: identity.userId})
  SET person.id = identity.userId
  WITH identity, person
  MATCH (tenant:Tenant {id: $tenantId})
  WITH
    tenant, identity, person,
    (identity.holderId IS NOT NULL) <> $isBound AS changes,
    [id IN coalesce(identity.unboundFrom, []) WHERE id <> identity.userId] AS others
  FOREACH (_ IN CASE WHEN changes THEN [true] ELSE [] END |
    SET
      tenant.identityRevision = coalesce(tenant.identityRevision, 0) + 1,
      identity.holderId = CASE WHEN $isBound THEN identity.userId END,
      identity.unboundFrom = CASE WHEN $isBound THEN others ELSE others + identity.userId END,
      identity.unboundAt = CASE WHEN $isBound THEN null ELSE datetime($now) END
  )
  RETURN collect({identity: identity_fields(identity), name: person.name, isOwn: person.id = $callerId, isChanged: changes}) AS changed
}
WITH standing, head(changed) AS changed
RETURN standing, changed.identity AS identity, changed.name AS name, changed.isOwn AS isOwn, changed.isChanged AS isChanged

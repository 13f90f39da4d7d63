// Changes the client of the web app at an identity provider, and its scopes; null for none. Writes an audit entry with the issuer and
// what each value was and is, and $notice, which is for people with one of its roles, unless nothing changes. No row when it does not exist, or the caller has none of $permittedRoles.
// @param permittedRoles: list of roles
// @param providerId: id
// @param clientId: text or null
// @param scopes: text or null
// @param now: instant
// @param auditId: id
// @param notice: {roles: list of roles, type: text, eventId: id, id?: id or null, namesCaller?: boolean, payload: JSON text,
//   aboutIds?: list of ids or null}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (locked:IdentityProvider {tenantId: $tenantId, id: $providerId})
SET locked.id = $providerId
WITH locked
MATCH (provider:IdentityProvider {tenantId: $tenantId, id: $providerId})
WHERE provider.createdAt IS NOT NULL
WITH provider, [
  change IN [
    ['clientId', coalesce(provider.clientId, ''), coalesce($clientId, '')],
    ['scopes', coalesce(provider.scopes, ''), coalesce($scopes, '')]
  ] WHERE change[1] <> change[2]
] AS changes
SET
  provider.clientId = $clientId,
  provider.scopes = $scopes
FOREACH (_ IN CASE WHEN changes = [] THEN [] ELSE [true] END |
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry.action = 'identity-provider.update',
    entry.fields = [change IN changes | change[0]],
    entry.valueNames = ['issuer'] + [change IN changes | change[0]],
    entry.valuesBefore = [''] + [change IN changes | change[1]],
    entry.valuesAfter = [provider.issuer] + [change IN changes | change[2]],
    audit_entry(entry, $callerId, datetime($now))
)
WITH provider, changes
CALL (changes) {
  WITH * WHERE changes <> []
  WITH $notice AS notice, null AS subjectId
  // @include tell_roles
}
RETURN identity_provider_fields(provider) AS provider

// Creates an identity provider and returns it; `isTaken` when tokens that it means could also be meant by another one
// of whatever tenant, `isFull` when the tenant has $maxProviders, `isOther` unless the caller has the address $email or
// the external id $externalId, by which the provider knows them, or $asOperator, `isAlone` where roles need a second
// admin, unless $asOperator: nothing was created then. Writes an audit entry, and $notice, which is for people with one
// of its roles. Takes the tenant's write lock before counting (see organisation/lock_tenant). No row for callers without one of
// $permittedRoles, unless $asOperator.
// @all-tenants
// @param asOperator: boolean
// @param permittedRoles: list of roles
// @param email: text or null
// @param externalId: text or null
// @param providerId: id
// @param maxProviders: number
// @param issuer: text
// @param audience: text
// @param tenantClaim: text or null
// @param tenantValue: text or null
// @param key: text
// @param personClaim: text
// @param emailDomains: list of texts or null
// @param clientId: text or null
// @param scopes: text or null
// @param now: instant
// @param auditId: id
// @param notice: {roles: list of roles, type: text, eventId: id, id?: id or null, namesCaller?: boolean, payload: JSON text,
//   aboutIds?: list of ids or null}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE $asOperator OR any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH NOT $asOperator AND coalesce(tenant.roleApproval, 'none') <> 'none' AS isAlone, NOT ($asOperator OR coalesce(caller.email = $email OR caller.externalId = $externalId, false)) AS isOther, COUNT {
  MATCH (own:IdentityProvider {tenantId: $tenantId})
  WHERE own.createdAt IS NOT NULL AND own.id IS NOT NULL AND own.id <> $providerId
} >= $maxProviders AS isFull, EXISTS {
  MATCH (other:IdentityProvider {issuer: $issuer, audience: $audience})
  WHERE other.id <> $providerId AND (
    other.tenantClaim IS NULL OR $tenantClaim IS NULL
    OR other.tenantClaim <> $tenantClaim OR other.tenantValue = $tenantValue
  )
} AS isTaken
CALL (isAlone, isOther, isFull, isTaken) {
  WITH * WHERE NOT isAlone AND NOT isOther AND NOT isFull AND NOT isTaken
  MERGE (provider:IdentityProvider {tenantId: $tenantId, id: $providerId})
  ON CREATE SET
    provider:$($tenantLabel),
    provider.key = $key,
    provider.issuer = $issuer,
    provider.audience = $audience,
    provider.tenantClaim = $tenantClaim,
    provider.tenantValue = $tenantValue,
    provider.personClaim = $personClaim,
    provider.emailDomains = $emailDomains,
    provider.clientId = $clientId,
    provider.scopes = $scopes,
    provider.createdById = CASE WHEN NOT $asOperator THEN $callerId END,
    provider.createdAt = datetime($now)
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry.action = 'identity-provider.create',
    audit_entry(entry, $callerId, datetime($now))
  WITH provider
  CALL () {
    WITH $notice AS notice, null AS subjectId
    // @include tell_roles
  }
  RETURN collect(identity_provider_fields(provider)) AS created
}
RETURN head(created) AS provider, isAlone, isOther, isFull, isTaken

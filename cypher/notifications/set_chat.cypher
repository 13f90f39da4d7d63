// Sets the address that gets the tenant's chat messages, $url, with its encrypted $secret; null deletes both. Nothing is changed, and `isAlone`
// is true, where roles need a second admin; this does not hold for $asOperator, and not for deleting the address. The address is stored as a
// Webhook without a status and without a time of creation. Therefore the list of webhooks does not show it, and no changes are sent to it. When
// the service gets another key, it encrypts this secret again, as it does with the secrets of webhooks. The query writes an audit entry and
// $notice, which is for people with one of its roles. The entry has the host alone, since the rest of an address may be a secret of the
// receiver. Neither is written if there was no address to delete. Takes the tenant's write lock. There is no row for callers without one
// of $permittedRoles, unless $asOperator.
// @param asOperator: boolean
// @param permittedRoles: list of roles
// @param url: text or null
// @param host: text
// @param secret: text
// @param now: instant
// @param auditId: id
// @param notice: {roles: list of roles, type: text, eventId: id, id?: id or null, namesCaller?: boolean, payload: JSON text,
//   aboutIds?: list of ids or null}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE $asOperator OR any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant, $url IS NOT NULL AND NOT $asOperator AND coalesce(tenant.roleApproval, 'none') <> 'none' AS isAlone
OPTIONAL MATCH (former:Webhook {tenantId: $tenantId, id: 'chat:' + $tenantId})
WITH tenant, isAlone, former, coalesce(former.host, '') AS hostBefore
CALL (tenant, isAlone, former, hostBefore) {
  WITH * WHERE NOT isAlone AND ($url IS NOT NULL OR former IS NOT NULL)
  SET tenant.addressedChannels =
    [id IN coalesce(tenant.addressedChannels, []) WHERE id <> 'chat'] + CASE WHEN $url IS NULL THEN [] ELSE ['chat'] END
  FOREACH (gone IN CASE WHEN $url IS NULL THEN [former] ELSE [] END | DELETE gone)
  FOREACH (_ IN CASE WHEN $url IS NULL THEN [] ELSE [true] END |
    MERGE (chat:Webhook {tenantId: $tenantId, id: 'chat:' + $tenantId})
    SET
      chat:$($tenantLabel),
      chat.url = $url,
      chat.host = $host,
      chat.secret = $secret,
      chat.updatedAt = datetime($now)
  )
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry.action = 'chat.update',
    entry.fields = ['host'],
    entry.valueNames = ['host'],
    entry.valuesBefore = [hostBefore],
    entry.valuesAfter = [$host],
    audit_entry(entry, $callerId, datetime($now))
  WITH tenant
  CALL () {
    WITH $notice AS notice, null AS subjectId
    // @include tell_roles
  }
}
RETURN isAlone

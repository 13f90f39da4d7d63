// Ends that somebody is the partner of a part of the company, with an audit entry: a term that has not begun is deleted. Takes the tenant's
// write lock (see organisation/lock_tenant), only for callers with one of $permittedRoles; null is the operator. `ended` is null if there is no
// such part, or if it has ended; or if a group of a directory gives it (`isOfGroup`).
// @param partId: id
// @param auditId: id
// @param now: instant
// @include lock_if_permitted
OPTIONAL MATCH (partner:User {tenantId: $tenantId})-[part:PARTNER_OF {tenantId: $tenantId, id: $partId}]->()
WHERE locked AND part.until > datetime($now)
WITH
  standing, partner,
  part.groupPartId IS NOT NULL AS isOfGroup,
  CASE WHEN part.groupPartId IS NULL THEN part END AS part
WITH standing, part, partner, isOfGroup, part {.id, .headId, .departmentKey, .department, partnerId: partner.id, partnerName: partner.name} AS ended
CALL (part, partner) {
  WITH * WHERE part IS NOT NULL
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry.action = 'partner.end',
    entry.userId = partner.id,
    entry.valueNames = ['partId', 'below', 'department', 'from', 'to'],
    entry.valuesBefore = [part.id, coalesce(part.headId, ''), coalesce(part.departmentKey, ''), toString(part.from), toString(part.to)],
    entry.valuesAfter = ['', '', '', '', ''],
    audit_entry(entry, $callerId, datetime($now))
  FOREACH (term IN CASE WHEN part.since > datetime($now) THEN [] ELSE [part] END | SET term.until = datetime($now))
  FOREACH (term IN CASE WHEN part.since > datetime($now) THEN [part] ELSE [] END | DELETE term)
}
RETURN standing, ended, isOfGroup

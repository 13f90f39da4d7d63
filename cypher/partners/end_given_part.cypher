// Ends that a group of a directory gives its members a part of the company, and the terms of all of them, with audit entries. Takes the tenant's
// write lock (see organisation/lock_tenant), only for callers with one of $permittedRoles; null is the operator. `ended` is null if no group
// gives such a part, or if it has ended; `terms` are as in end_group_terms.
// @param partId: id
// @param auditId: id
// @param now: instant
// @include lock_if_permitted
OPTIONAL MATCH (group:ScimGroup {tenantId: $tenantId})-[grant:GIVES_PART {tenantId: $tenantId, id: $partId}]->()
WHERE locked AND grant.until > datetime($now)
WITH standing, group, grant, grant {
  .id, .headId, .department, groupName: group.displayName, belowName: user_by_id(grant.headId).name
} AS givenPart
WITH *, COLLECT {
  MATCH ()-[term:PARTNER_OF {tenantId: $tenantId}]->()
  USING INDEX term:PARTNER_OF(tenantId, id)
  WHERE term.id IS NOT NULL AND term.until > datetime($now) AND term.groupPartId = grant.id
  RETURN term
} AS terms
// @include end_group_terms
CALL (group, grant) {
  WITH * WHERE grant IS NOT NULL
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
  ON CREATE SET
    entry.action = 'partner-group.end',
    entry.groupId = group.id,
    entry.valueNames = ['partId', 'below', 'department', 'from', 'to', 'group'],
    entry.valuesBefore = [
      grant.id, coalesce(grant.headId, ''), coalesce(grant.departmentKey, ''), toString(grant.from), toString(grant.to), group.displayName
    ],
    entry.valuesAfter = ['', '', '', '', '', ''],
    audit_entry(entry, $callerId, datetime($now))
  DELETE grant
}
RETURN standing, givenPart AS ended, ended AS terms

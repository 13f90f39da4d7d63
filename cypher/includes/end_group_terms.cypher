// Subquery: ends `terms`, a list of relationships PARTNER_OF that groups of a directory gave, each with an audit entry; a term that has not begun is
// deleted. Returns them as `ended`. The relationships GIVES_PART are still there.
// @param now: instant
CALL (terms) {
  UNWIND terms AS term
  WITH term, startNode(term) AS partner, randomUUID() AS auditId, group_of_part(term.groupPartId) AS giver
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: auditId})
  ON CREATE SET
    entry.action = 'partner.end',
    entry.userId = partner.id,
    entry.groupId = giver.id,
    entry.valueNames = ['partId', 'below', 'department', 'from', 'to', 'group'],
    entry.valuesBefore = [
      term.id, coalesce(term.headId, ''), coalesce(term.departmentKey, ''), toString(term.from), toString(term.to), coalesce(giver.name, '')
    ],
    entry.valuesAfter = ['', '', '', '', '', ''],
    audit_entry(entry, $callerId, datetime($now))
  WITH term, {
    partId: term.id, groupPartId: term.groupPartId, groupName: giver.name, partnerId: partner.id, partnerName: partner.name,
    headId: term.headId, department: term.department,
    belowName: COLLECT { MATCH (head:User {tenantId: $tenantId, id: term.headId}) RETURN head.name }[0]
  } AS one
  FOREACH (old IN CASE WHEN term.since > datetime($now) THEN [] ELSE [term] END | SET old.until = datetime($now))
  FOREACH (old IN CASE WHEN term.since > datetime($now) THEN [term] ELSE [] END | DELETE old)
  RETURN collect(one) AS ended
}

// Lets the terms of the partners of a group follow its members: $joined get those that the group gives and that have not ended, $left lose theirs at
// once; if the group is deleted ($isDeleted), everybody does, with an audit entry for each part. scim/lock_group holds the tenant's write
// lock, and the group is still there. Returns the name of the group, how many parts it gives as `givenCount`, and the terms as
// end_group_terms and give_group_parts do.
// @param groupId: id
// @param joined: list of ids
// @param left: list of ids
// @param isDeleted: boolean
// @param now: instant
MATCH (group:ScimGroup {tenantId: $tenantId, id: $groupId})
WITH group, COLLECT {
  MATCH (group)-[grant:GIVES_PART]->()
  WHERE grant.until > datetime($now)
  RETURN grant
  ORDER BY grant.id
} AS grants
WITH group, grants, [grant IN grants | grant.id] AS grantIds
WITH
  group, grants, COLLECT {
    CALL (grantIds) {
      UNWIND CASE WHEN $isDeleted THEN [] ELSE $left END AS userId
      MATCH (:User {tenantId: $tenantId, id: userId})-[term:PARTNER_OF]->()
      WHERE term.until > datetime($now) AND term.groupPartId IN grantIds
      RETURN term
      UNION
      UNWIND CASE WHEN $isDeleted THEN [grantIds] ELSE [] END AS ids
      MATCH ()-[term:PARTNER_OF {tenantId: $tenantId}]->()
      USING INDEX term:PARTNER_OF(tenantId, id)
      WHERE term.id IS NOT NULL AND term.until > datetime($now) AND term.groupPartId IN ids
      RETURN term
    }
    RETURN term
  } AS terms
// @include end_group_terms
CALL (group, grants) {
  UNWIND CASE WHEN $isDeleted THEN grants ELSE [] END AS grant
  WITH group, grant, randomUUID() AS auditId
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: auditId})
  ON CREATE SET
    entry.action = 'partner-group.end',
    entry.groupId = group.id,
    entry.valueNames = ['partId', 'below', 'department', 'from', 'to', 'group'],
    entry.valuesBefore = [
      grant.id, coalesce(grant.headId, ''), coalesce(grant.departmentKey, ''), toString(grant.from), toString(grant.to), group.displayName
    ],
    entry.valuesAfter = ['', '', '', '', '', ''],
    audit_entry(entry, $callerId, datetime($now))
}
WITH group, ended, grants, COLLECT {
  UNWIND CASE WHEN $isDeleted THEN [] ELSE $joined END AS userId
  MATCH (person:User {tenantId: $tenantId, id: userId})
  RETURN person
} AS people
// @include give_group_parts
RETURN group.displayName AS groupName, size(grants) AS givenCount, ended, named, unnamed

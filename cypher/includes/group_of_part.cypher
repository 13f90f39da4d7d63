// group_of_part(groupPartId): map or null, the group of a directory that gives a part of the company, as the interface shows it.
CASE WHEN groupPartId IS NOT NULL THEN COLLECT {
  MATCH (giving:ScimGroup {tenantId: $tenantId})-[:GIVES_PART {tenantId: $tenantId, id: groupPartId}]->()
  RETURN giving {.id, name: giving.displayName}
}[0] END

// Returns the groups of a directory with one of $names as their name or id.
// @param names: list of texts
UNWIND $names AS name
CALL (name) {
  MATCH (group:ScimGroup {tenantId: $tenantId, displayName: name})
  WHERE group.id IS NOT NULL
  RETURN group
  UNION
  MATCH (group:ScimGroup {tenantId: $tenantId, id: name})
  RETURN group
}
RETURN DISTINCT group.id AS id, group.displayName AS name

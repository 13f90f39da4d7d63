// Returns a group of a directory; null if the tenant does not have it.
// @param groupId: id
OPTIONAL MATCH (group:ScimGroup {tenantId: $tenantId, id: $groupId})
RETURN
  // @include scim_group_record
  AS group

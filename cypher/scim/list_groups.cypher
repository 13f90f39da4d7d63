// Returns the number of groups of a directory that satisfy $filter (see scim_matches; null for all), and a page of them
// by name: from place $start, counted from 0, to before $end.
// @param filter: list of lists of maps of values or null
// @param start: whole number
// @param end: whole number
WITH COLLECT {
  MATCH (group:ScimGroup {tenantId: $tenantId})
  WHERE group.displayName IS NOT NULL AND group.id IS NOT NULL
  WITH group, CASE WHEN $filter IS NULL THEN {} ELSE {
    id: group.id,
    externalId: group.externalId,
    displayName: toLower(group.displayName),
    member: [(group)<-[:IN_GROUP]-(member:User) | member.id],
    created: moment(group.createdAt),
    lastModified: moment(group.updatedAt)
  } END AS values
  WHERE
    // @include scim_matches
  RETURN group.id
  ORDER BY group.displayName, group.id
} AS ids
RETURN
  size(ids) AS total,
  COLLECT {
    UNWIND ids[toInteger($start)..toInteger($end)] AS id
    MATCH (group:ScimGroup {tenantId: $tenantId, id: id})
    WITH group
    ORDER BY group.displayName, group.id
    RETURN
      // @include scim_group_record
  } AS groups

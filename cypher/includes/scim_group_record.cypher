// Map: a `group` of a directory as src/features/scim/groups.ts reads it; with the ids of its members unless $withMembers is false.
// @param withMembers: boolean
group {
  .id, .displayName, .externalId,
  createdAt: moment(group.createdAt),
  updatedAt: moment(group.updatedAt),
  members: COLLECT {
    WITH group
    WHERE $withMembers
    MATCH (group)<-[:IN_GROUP]-(member:User)
    RETURN member.id AS id
    ORDER BY id
  }
}

// Map: a `group` of a directory as src/scim/groups.ts reads it; with the ids of its members unless $withMembers is false.
group {
  .id, .displayName, .externalId,
  createdAt: left(toString(group.createdAt + duration({nanoseconds: 1})), 23) + 'Z',
  updatedAt: left(toString(group.updatedAt + duration({nanoseconds: 1})), 23) + 'Z',
  members: COLLECT {
    WITH group
    WHERE $withMembers
    MATCH (group)<-[:IN_GROUP]-(member:User)
    RETURN member.id AS id
    ORDER BY id
  }
}

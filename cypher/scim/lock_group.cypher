// Takes the tenant's write lock until the transaction ends (see organisation/lock_tenant). Returns a group of a directory or
// null, the people of $userIds and, with $allMembers, all of its members, the id of the group that has $externalId,
// the ids of the admins, the settings that map groups, whether the group gives its members a part of the company, and for a new group how many there are.
// @param groupId: id
// @param userIds: list of ids
// @param allMembers: boolean
// @param externalId: text or null
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
OPTIONAL MATCH (group:ScimGroup {tenantId: $tenantId, id: $groupId})
RETURN
  group {.id, .displayName, .externalId} AS group,
  COLLECT {
    CALL (group) {
      UNWIND $userIds AS userId
      MATCH (person:User {tenantId: $tenantId, id: userId})
      RETURN person
      UNION
      WITH group
      WHERE $allMembers
      MATCH (group)<-[:IN_GROUP]-(person:User)
      RETURN person
    }
    OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
    WITH group, person, head(collect(team.name)) AS team
    RETURN person {
      .id, .name, .active, .roles, .grantedRoles, .deniedRoles, .department, team: team,
      isVisible: person.active OR NOT coalesce(person.removed, false),
      isMember: EXISTS { (person)-[:IN_GROUP]->(group) },
      groups: [(person)-[:IN_GROUP]->(other:ScimGroup) WHERE other.id <> $groupId | other.id]
    }
  } AS people,
  COLLECT { MATCH (other:ScimGroup {tenantId: $tenantId, externalId: $externalId}) RETURN other.id }[0] AS externalIdOwnerId,
  COLLECT {
    CALL db.index.fulltext.queryNodes('user_by_role', '+tenantId:"' + $tenantId + '" +roles:admin') YIELD node
    WITH node AS admin WHERE admin.active AND 'admin' IN admin.roles
    RETURN admin.id
  } AS adminIds,
  tenant {.groupRoles, .groupTeams} AS settings,
  EXISTS { (group)-[:GIVES_PART]->() } AS givesParts,
  CASE WHEN group IS NULL THEN COUNT {
    MATCH (one:ScimGroup {tenantId: $tenantId})
    WHERE one.displayName IS NOT NULL AND one.id IS NOT NULL
  } END AS groupCount

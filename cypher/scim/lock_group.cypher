// Takes the tenant's write lock until the transaction ends (see org/lock_tenant). Returns a group of a directory or null, the people
// of $userIds and, with $allMembers, all of its members, the id of the group that has $externalId, and the settings that map groups.
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
      .id, .roles, .grantedRoles, .department, team: team,
      isVisible: person.active OR NOT coalesce(person.removed, false),
      isMember: EXISTS { (person)-[:IN_GROUP]->(group) },
      groups: [(person)-[:IN_GROUP]->(other:ScimGroup) WHERE other.id <> $groupId | other.displayName]
    }
  } AS people,
  COLLECT { MATCH (other:ScimGroup {tenantId: $tenantId, externalId: $externalId}) RETURN other.id }[0] AS externalIdOwnerId,
  tenant {.groupRoles, .groupTeams} AS settings

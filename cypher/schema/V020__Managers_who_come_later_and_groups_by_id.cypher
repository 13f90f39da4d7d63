// People may wait for a manager who is not there yet. The settings that map groups of a directory name them by id: a name becomes the ids
// of the groups that had it; one that no group has stays, and maps nothing.
CREATE INDEX user_by_pending_manager IF NOT EXISTS FOR (user:User) ON (user.tenantId, user.pendingManager);
MATCH (tenant:Tenant)
WHERE tenant.groupRoles IS NOT NULL
SET tenant.groupRoles = COLLECT {
  UNWIND tenant.groupRoles AS entry
  WITH entry, split(entry, '=')[-1] AS target
  WITH entry, target, trim(left(entry, size(entry) - size(target) - 1)) AS name
  OPTIONAL MATCH (group:ScimGroup {tenantId: tenant.id, displayName: name})
  WHERE group.id IS NOT NULL
  RETURN coalesce(group.id + '=' + trim(target), entry)
};
MATCH (tenant:Tenant)
WHERE tenant.groupTeams IS NOT NULL
SET tenant.groupTeams = COLLECT {
  UNWIND tenant.groupTeams AS entry
  WITH entry, split(entry, '=')[-1] AS target
  WITH entry, target, trim(left(entry, size(entry) - size(target) - 1)) AS name
  OPTIONAL MATCH (group:ScimGroup {tenantId: tenant.id, displayName: name})
  WHERE group.id IS NOT NULL
  RETURN coalesce(group.id + '=' + trim(target), entry)
};

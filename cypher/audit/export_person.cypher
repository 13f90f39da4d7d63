// Returns who changed what about a user, and what they changed. Others are named by their ids.
// @param userId: id
RETURN COLLECT {
  MATCH (entry:AuditEntry {tenantId: $tenantId})
  WHERE entry.at IS NOT NULL AND entry.id IS NOT NULL
    AND $userId IN [entry.userId, entry.actorId, entry.fromManagerId, entry.toManagerId, entry.deputyId]
  RETURN properties(entry)
  ORDER BY entry.at
} AS auditEntries

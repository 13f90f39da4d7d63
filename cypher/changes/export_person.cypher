// Returns the entries of the change log about a user or one of $relatedIds, the ids of the user's own data.
// @param relatedIds: list of ids
RETURN COLLECT {
  MATCH (entry:ChangeEntry {tenantId: $tenantId})
  WHERE entry.key IS NOT NULL
    AND (entry.subjectId IN $relatedIds OR split(entry.key, ':')[-1] IN $relatedIds)
  RETURN entry {.key, .id, .type, .subjectType, .subjectId, .changed, .at}
  ORDER BY entry.at
} AS changes

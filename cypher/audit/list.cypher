// Returns a page of the audit entries of the tenant, newest first, behind the position $after ({at, id} or null): those
// of $planId, about $userId, by $actorId, of an $action, $from an instant on and before $to, as far as these are not
// null. Callers without one of $permittedRoles get none.
// @param from: instant or null
// @param to: instant or null
// @param after: position or null
// @param permittedRoles: list of roles
// @param planId: id or null
// @param userId: id or null
// @param actorId: id or null
// @param action: text or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH
  caller {.roles} AS standing,
  datetime(coalesce($from, '0001-01-01T00:00:00Z')) AS earliest,
  datetime(coalesce($to, '9999-12-31T00:00:00Z')) AS end,
  datetime(coalesce($after.at, '9999-12-31T00:00:00Z')) AS latest
CALL (standing, earliest, end, latest) {
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS isPermitted
  CALL (earliest, end, latest) {
    UNWIND CASE WHEN $planId IS NULL THEN [] ELSE [$planId] END AS planId
    CALL (planId, earliest, end, latest) {
      MATCH (entry:AuditEntry {tenantId: $tenantId, planId: planId})
      WHERE entry.at <= latest AND entry.at >= earliest AND entry.id IS NOT NULL
        AND entry.at < end AND ($after IS NULL OR entry.at < latest OR entry.id < $after.id)
        AND ($userId IS NULL OR entry.userId = $userId)
        AND ($actorId IS NULL OR entry.actorId = $actorId)
        AND ($action IS NULL OR entry.action = $action)
      WITH entry
      ORDER BY entry.tenantId DESC, entry.planId DESC, entry.at DESC, entry.id DESC
      LIMIT 201
      RETURN entry
    }
    RETURN entry
    UNION
    UNWIND CASE WHEN $planId IS NOT NULL OR $userId IS NULL THEN [] ELSE [$userId] END AS userId
    CALL (userId, earliest, end, latest) {
      MATCH (entry:AuditEntry {tenantId: $tenantId, userId: userId})
      WHERE entry.at <= latest AND entry.at >= earliest AND entry.id IS NOT NULL
        AND entry.at < end AND ($after IS NULL OR entry.at < latest OR entry.id < $after.id)
        AND ($actorId IS NULL OR entry.actorId = $actorId)
        AND ($action IS NULL OR entry.action = $action)
      WITH entry
      ORDER BY entry.tenantId DESC, entry.userId DESC, entry.at DESC, entry.id DESC
      LIMIT 201
      RETURN entry
    }
    RETURN entry
    UNION
    UNWIND CASE WHEN $planId IS NOT NULL OR $userId IS NOT NULL OR $actorId IS NULL THEN [] ELSE [$actorId] END AS actorId
    CALL (actorId, earliest, end, latest) {
      MATCH (entry:AuditEntry {tenantId: $tenantId, actorId: actorId})
      WHERE entry.at <= latest AND entry.at >= earliest AND entry.id IS NOT NULL
        AND entry.at < end AND ($after IS NULL OR entry.at < latest OR entry.id < $after.id)
        AND ($action IS NULL OR entry.action = $action)
      WITH entry
      ORDER BY entry.tenantId DESC, entry.actorId DESC, entry.at DESC, entry.id DESC
      LIMIT 201
      RETURN entry
    }
    RETURN entry
    UNION
    UNWIND CASE WHEN $planId IS NOT NULL OR $userId IS NOT NULL OR $actorId IS NOT NULL OR $action IS NULL THEN [] ELSE [$action] END AS action
    CALL (action, earliest, end, latest) {
      MATCH (entry:AuditEntry {tenantId: $tenantId, action: action})
      WHERE entry.at <= latest AND entry.at >= earliest AND entry.id IS NOT NULL
        AND entry.at < end AND ($after IS NULL OR entry.at < latest OR entry.id < $after.id)
      WITH entry
      ORDER BY entry.tenantId DESC, entry.action DESC, entry.at DESC, entry.id DESC
      LIMIT 201
      RETURN entry
    }
    RETURN entry
    UNION
    UNWIND CASE WHEN $planId IS NULL AND $userId IS NULL AND $actorId IS NULL AND $action IS NULL THEN [true] ELSE [] END AS isForAll
    CALL (earliest, end, latest) {
      MATCH (entry:AuditEntry {tenantId: $tenantId})
      WHERE entry.at <= latest AND entry.at >= earliest AND entry.id IS NOT NULL
        AND entry.at < end AND ($after IS NULL OR entry.at < latest OR entry.id < $after.id)
      WITH entry
      ORDER BY entry.tenantId DESC, entry.at DESC, entry.id DESC
      LIMIT 201
      RETURN entry
    }
    RETURN entry
  }
  WITH entry
  ORDER BY entry.at DESC, entry.id DESC
  WITH collect(entry) AS entries
  UNWIND entries[0..toInteger($limit) + 1] AS entry
  RETURN collect(entry {
    .id, .action, .actorId, .userId, .deputyId, .groupId, .webhookId, .source, .via, .client, .tool, .fields, .refused, .fromManagerId, .toManagerId, .planId, .importJobId,
    .corrected, .created, .changed, .moved, .traceId, .systemUser,
    values: CASE WHEN size(entry.valueNames) > 0 THEN [
      place IN range(0, size(entry.valueNames) - 1) | {
        field: entry.valueNames[place],
        before: nullIf(entry.valuesBefore[place], ''),
        after: nullIf(entry.valuesAfter[place], '')
      }
    ] END,
    actor: user_by_id(entry.actorId),
    user: user_by_id(entry.userId),
    deputy: user_by_id(entry.deputyId),
    fromManager: user_by_id(entry.fromManagerId),
    toManager: user_by_id(entry.toManagerId),
    at: moment(entry.at),
    position: {at: moment(entry.at), id: entry.id}
  }) AS items
}
RETURN standing, items

// Tells the active people with one of `notice.roles`, and those from whom an admin took such a role, or the account, in the last seven
// days (note_lost_roles), about the person with the id `subjectId`: `notice` is {eventId,
// type, payload, roles}. One that `namesCaller` says who did it. A notice that names others, or nobody, has `aboutIds`;
// it may have the id of its event. An event that exists already is not made again.
// @param now: instant
WITH notice, subjectId, COLLECT {
  CALL (notice) {
    CALL db.index.fulltext.queryNodes(
      'user_by_role',
      '+tenantId:"' + $tenantId + '" +roles:(' + reduce(words = 'nobody', role IN notice.roles | words + ' OR ' + role) + ')'
    ) YIELD node
    WITH node AS holder, notice
    WHERE holder.active AND any(role IN holder.roles WHERE role IN notice.roles)
    RETURN holder.id AS toldId
    UNION
    MATCH (earlier:User {tenantId: $tenantId})
    WHERE earlier.lostRolesAt > datetime($now) - duration({days: 7})
      AND earlier.email IS NOT NULL AND any(role IN earlier.lostRoles WHERE role IN notice.roles)
    RETURN earlier.id AS toldId
  }
  RETURN toldId
} AS toldIds
MERGE (event:OutboxEvent {tenantId: $tenantId, key: notice.type + ':' + notice.eventId})
ON CREATE SET
  event.id = coalesce(notice.id, randomUUID()),
  event.type = notice.type,
  event.queue = 'notifications',
  event.subjectId = subjectId,
  event.senderId = $callerId,
  event.actorId = CASE WHEN notice.namesCaller THEN $callerId END,
  event.payload = notice.payload,
  event.aboutIds = coalesce(notice.aboutIds, [id IN [subjectId] WHERE id IS NOT NULL]),
  event.recipientIds = toldIds,
  pending_event(event, datetime($now))

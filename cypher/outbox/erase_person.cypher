// Deletes outbox events about a user or addressed to them alone, and removes them from the recipients of the others. The
// trend of a person has no recipient until it is delivered, to the manager of that time. Events without aboutIds are about
// the user when the payload contains one of $payloadTerms. Deleting waits for the lock of a delivery in progress; none
// follows. Returns how many.
// @param userId: id
// @param subjectIds: list of ids
// @param payloadTerms: list of texts
MATCH (event:OutboxEvent {tenantId: $tenantId})
WHERE event.key IS NOT NULL
WITH
  event,
  event.actorId = $userId OR event.senderId = $userId AS acted,
  [id IN event.recipientIds WHERE id <> $userId] AS others,
  coalesce($userId IN event.recipientIds, false) AS addressed,
  coalesce(
    event.actorId = $userId AND event.type <> 'profile.import'
    OR event.subjectId IN $subjectIds + $userId
    OR $userId IN event.aboutIds
    OR event.aboutIds IS NULL AND any(term IN $payloadTerms WHERE event.payload CONTAINS term),
    false
  ) AS concerned
WITH event, acted, others, addressed,
  concerned OR addressed AND size(others) = 0 AND NOT (event.type = 'trend.flagged' AND event.subjectId IS NOT NULL) AS goes
WHERE goes OR acted OR addressed
FOREACH (stays IN CASE WHEN NOT goes AND addressed THEN [event] ELSE [] END | SET
  stays.recipientIds = others,
  stays.addresses = [entry IN stays.addresses WHERE NOT entry STARTS WITH $userId]
)
FOREACH (stays IN CASE WHEN NOT goes AND event.actorId = $userId THEN [event] ELSE [] END | REMOVE stays.actorId)
FOREACH (stays IN CASE WHEN NOT goes AND event.senderId = $userId THEN [event] ELSE [] END | REMOVE stays.senderId)
FOREACH (gone IN CASE WHEN goes THEN [event] ELSE [] END | DELETE gone)
RETURN {events: count(CASE WHEN goes THEN 1 END)} AS counts

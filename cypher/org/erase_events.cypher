// Deletes the events about someone or to them alone, and takes them from the recipients of the others. An event that
// does not say by id whom it is about is so when a field of its payload is one of these words. Deleting waits for
// a delivery that is under way, and there is none after it.
MATCH (event:OutboxEvent {tenantId: $tenantId})
WHERE event.key IS NOT NULL
WITH
  event,
  event.actorId = $userId AS acted,
  [id IN event.recipientIds WHERE id <> $userId] AS others,
  coalesce($userId IN event.recipientIds, false) AS addressed,
  coalesce(
    event.actorId = $userId AND event.type <> 'profile.import'
    OR event.subjectId IN $subjectIds
    OR $userId IN event.aboutIds
    OR event.aboutIds IS NULL AND any(word IN $words WHERE event.payload CONTAINS word),
    false
  ) AS concerned
WITH event, acted, others, addressed, concerned OR addressed AND size(others) = 0 AS goes
WHERE goes OR acted OR addressed
FOREACH (stays IN CASE WHEN NOT goes AND addressed THEN [event] ELSE [] END | SET stays.recipientIds = others)
FOREACH (stays IN CASE WHEN NOT goes AND acted THEN [event] ELSE [] END | REMOVE stays.actorId)
FOREACH (gone IN CASE WHEN goes THEN [event] ELSE [] END | DELETE gone)
RETURN count(CASE WHEN goes THEN 1 END) AS events

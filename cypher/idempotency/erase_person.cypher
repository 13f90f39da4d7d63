// Deletes the recorded answers to requests of a user, and the answers to requests of others about them, which have one of $subjectIds
// in the path. Empties answers that contain one of $terms ({text, pattern} of id, name, e-mail address) as words of their own. Such a
// record remains, so that the request is refused when it is sent again; without the record, it would be made a second time.
// @param userId: id
// @param subjectIds: list of ids
// @param terms: list of {text: text, pattern: text}
MATCH (record:IdempotencyRecord {tenantId: $tenantId})
WHERE record.id IS NOT NULL
WITH
  record,
  record.callerId = $userId OR any(id IN record.subjectIds WHERE id = $userId OR id IN $subjectIds) AS goes
WHERE goes OR any(term IN $terms WHERE record.body CONTAINS term.text AND record.body =~ term.pattern)
FOREACH (stays IN CASE WHEN goes THEN [] ELSE [record] END |
  SET stays.fingerprint = 'erased', stays.body = '', stays.location = null, stays.etag = null
)
FOREACH (gone IN CASE WHEN goes THEN [record] ELSE [] END | DELETE gone)

// Deletes the recorded answers to requests of a user, and those to others' requests about them: with one of $subjectIds in the path, or
// one of $terms ({text, pattern} of id, name, e-mail address) in the answer, as words of their own.
MATCH (record:IdempotencyRecord {tenantId: $tenantId})
WHERE record.id IS NOT NULL AND (
  record.callerId = $userId
  OR any(id IN record.subjectIds WHERE id = $userId OR id IN $subjectIds)
  OR any(term IN $terms WHERE record.body CONTAINS term.text AND record.body =~ term.pattern)
)
DELETE record

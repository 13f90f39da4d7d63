// Sets absences and excused weeks of people: $rows {userId, before, absences, weeks, auditId}. A row whose absences are
// no longer `before` changes nothing. One without auditId derives weeks only, which the log and other systems are not
// told of. Returns how many rows were written.
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.userId})
SET person.id = row.userId
WITH person, row
WHERE coalesce(person.absences, []) = row.before
SET
  person.absences = CASE WHEN size(row.absences) > 0 THEN row.absences END,
  person.excusedWeeks = CASE WHEN size(row.weeks) > 0 THEN [week IN row.weeks | date(week)] END
WITH person, row
CALL (person, row) {
  WITH * WHERE row.auditId IS NOT NULL
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: row.auditId})
  ON CREATE SET
    entry.action = 'person.update',
    entry.userId = person.id,
    entry.fields = ['absences'],
    // @include audit_entry
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'user.updated:' + row.auditId})
  ON CREATE SET
    change.type = 'user.updated',
    change.subjectType = 'user',
    change.subjectId = person.id,
    change.changed = ['absences'],
    // @include change_entry
}
RETURN count(person) AS written

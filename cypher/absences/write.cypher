// Sets absences and excused weeks of people: $rows {userId, before, absences, weeks, auditId}. A row whose absences are
// no longer `before` changes nothing. Returns how many rows were written.
// @param rows: list of {userId: id, before: list of texts, absences: list of texts, weeks: list of dates, auditId: id}
// @param now: instant
UNWIND $rows AS row
MATCH (locked:User {tenantId: $tenantId, id: row.userId})
SET locked.id = row.userId
WITH row
MATCH (person:User {tenantId: $tenantId, id: row.userId})
WHERE coalesce(person.absences, []) = row.before
SET
  person.absences = CASE WHEN size(row.absences) > 0 THEN row.absences END,
  person.excusedWeeks = CASE WHEN size(row.weeks) > 0 THEN [week IN row.weeks | date(week)] END
WITH person, row
CALL (person, row) {
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: row.auditId})
  ON CREATE SET
    entry.action = 'person.update',
    entry.userId = person.id,
    entry.fields = ['absences'],
    audit_entry(entry, $callerId, datetime($now))
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'user.updated:' + row.auditId})
  ON CREATE SET
    change.type = 'user.updated',
    change.subjectType = 'user',
    change.subjectId = person.id,
    change.changed = ['absences'],
    change_entry(change)
}
RETURN count(person) AS written

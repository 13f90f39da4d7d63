// Sets the excused weeks of people: $rows {userId, weeks}. The transaction holds their write locks. Weeks are derived, so neither
// the audit log nor other systems are told of them.
// @param rows: list of {userId: id, weeks: list of dates}
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.userId})
SET person.excusedWeeks = CASE WHEN size(row.weeks) > 0 THEN [week IN row.weeks | date(week)] END
RETURN count(person) AS written

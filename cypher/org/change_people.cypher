// Overwrites what is known of people; someone who had left is back.
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
SET
  person.name = row.name,
  person.jobTitle = row.jobTitle,
  person.roles = row.roles,
  person.startDate = date(row.startDate),
  person.active = true

// Overwrites name, job title, roles and start date of existing users and reactivates them.
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
SET
  person.name = row.name,
  person.jobTitle = row.jobTitle,
  person.roles = row.roles,
  person.startDate = date(row.startDate),
  person.active = true,
  person.updatedAt = datetime($now)

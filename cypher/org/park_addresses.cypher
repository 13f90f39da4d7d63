// Takes the addresses of people who get another one in the same transaction (org/update_people): two may swap theirs.
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
SET person.email = person.id + '@released.invalid'

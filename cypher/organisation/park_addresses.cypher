// Takes the addresses of people who get another one in the same transaction (organisation/update_people): two may swap theirs.
// Who waits for one of them by the address waits on by the id.
// @param rows: list of {id: id}
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
WITH person, person {.id, .email, .active} AS names
SET person.email = person.id + '@released.invalid'
WITH person, names
CALL (person, names) {
  WITH * WHERE names.active
  // @include keep_waiting
}

// Takes the addresses from people who have left, for others who get them.
// @param rows: list of {id: id, auditId: id}
UNWIND $rows AS row
// @include release_address

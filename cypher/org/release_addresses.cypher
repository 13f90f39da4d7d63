// Takes the addresses from people who have left, for others who get them.
UNWIND $rows AS row
// @include release_address

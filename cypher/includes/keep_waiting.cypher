// Lets those who wait for `person` as their manager by a name that the person has no longer wait by the id: the name
// may be that of somebody else one day, and an erasure finds the id. Expects `names`, those before: see waiting_for.
UNWIND [names.email, names.userName, toLower(names.employeeNumber), toLower(names.externalId)] AS name
WITH *
WHERE NOT name IN [now IN [
  person.email, person.userName, toLower(person.employeeNumber), toLower(person.externalId)
] WHERE now IS NOT NULL]
MATCH
  // @include waiting_for
SET waiting.pendingManager = person.id, waiting.pendingManagerText = person.id

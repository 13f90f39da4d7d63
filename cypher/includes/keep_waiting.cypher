// Some people wait for `person` as their manager by a name that the person no longer has. From now on they wait by the id,
// because somebody else may have the name one day, and because an erasure finds the id. Expects `names`, the names before the
// change: see waiting_for.
UNWIND [names.email, names.userName, toLower(names.employeeNumber), toLower(names.externalId)] AS name
WITH *
WHERE NOT name IN [now IN [
  person.email, person.userName, toLower(person.employeeNumber), toLower(person.externalId)
] WHERE now IS NOT NULL]
MATCH
  // @include waiting_for
SET waiting.pendingManager = person.id, waiting.pendingManagerText = person.id

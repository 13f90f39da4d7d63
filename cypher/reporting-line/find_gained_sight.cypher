// Of moves ($rows of {id, managerId, fromManagerId, isBelowNewcomer}; null is the top), returns as `ids` the people whom one
// lets somebody see who should not by the word of the caller alone, who is an admin (includes/gains_sight); none while roles
// need no second admin. If another admin requested them (`$isApproved`), only what the caller and their deputies see is
// judged. Somebody who is not there yet (`isBelowNewcomer`) is no established manager. $establishedDays is the default of the
// setting. It may also be asked after the moves were made.
// @param isApproved: boolean
// @param rows: list of {id: id, managerId: id or null, fromManagerId: id or null, isBelowNewcomer: boolean}
MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (admin:User {tenantId: $tenantId, id: $callerId})
WITH
  admin,
  CASE WHEN NOT $isApproved THEN
    // @include established_days
  END AS establishedDays,
  CASE WHEN tenant.roleApproval = 'second_admin' AND admin IS NOT NULL THEN $rows ELSE [] END AS rows
CALL (admin, establishedDays, rows) {
  UNWIND rows AS moved
  OPTIONAL MATCH (person:User {tenantId: $tenantId, id: moved.id})
  OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: moved.managerId})
  OPTIONAL MATCH (previous:User {tenantId: $tenantId, id: moved.fromManagerId})
  WITH moved, admin, person, manager, previous, establishedDays
  WHERE moved.isBelowNewcomer OR
    // @include gains_sight
  RETURN collect(DISTINCT moved.id) AS ids
}
RETURN ids

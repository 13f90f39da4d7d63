// Of moves ($rows of {id, managerId, fromManagerId}; null is the top), returns as `ids` the people whom one lets the
// caller see, who is an admin (includes/gains_sight); none while roles need no second admin. It may also be asked after
// the moves were made.
MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (admin:User {tenantId: $tenantId, id: $callerId})
WITH admin, CASE WHEN tenant.roleApproval = 'second_admin' AND admin IS NOT NULL THEN $rows ELSE [] END AS rows
CALL (admin, rows) {
  UNWIND rows AS moved
  MATCH (manager:User {tenantId: $tenantId, id: moved.managerId})
  OPTIONAL MATCH (previous:User {tenantId: $tenantId, id: moved.fromManagerId})
  WITH moved, admin, manager, previous
  WHERE
    // @include gains_sight
  RETURN collect(DISTINCT moved.id) AS ids
}
RETURN ids

// Assignments that note that an admin took `lostRoles`, or the account, from `person`. For some days they are told as if they held
// these roles (tell_roles), and the tenant is one with a second admin (organisation/mark_keys): no admin makes themself the only one in
// order to act unseen, or to decide alone.
// @param now: instant
SET
  person.lostRoles = lostRoles,
  person.lostRolesAt = datetime($now),
  tenant.lostAdminAt = CASE WHEN 'admin' IN lostRoles THEN datetime($now) ELSE tenant.lostAdminAt END

// Who lost a role lately is told like those who have it. This index finds them, so that a notice does not read everybody under the tenant's lock.
// @works-with 0.3.0

CREATE INDEX user_by_lost_roles IF NOT EXISTS FOR (user:User) ON (user.tenantId, user.lostRolesAt);

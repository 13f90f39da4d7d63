// Requests for roles are found by their id, which is with the person they are for.
// @works-with 0.1.0
CREATE INDEX user_by_role_request IF NOT EXISTS FOR (user:User) ON (user.tenantId, user.roleRequestId);

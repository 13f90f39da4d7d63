// Returns the ids of the active admins.
CALL db.index.fulltext.queryNodes('user_by_role', '+tenantId:"' + $tenantId + '" +roles:admin') YIELD node
WITH node AS admin
WHERE admin.active AND 'admin' IN admin.roles
RETURN admin.id AS id

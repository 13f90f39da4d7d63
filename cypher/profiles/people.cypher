// The active people of a tenant, for a pull of all their motivators.
MATCH (user:User {tenantId: $tenantId, active: true})
RETURN collect(user.id) AS userIds

// Returns all active users of the tenant with their cached motivators, for a pull of the whole tenant.
MATCH (user:User {tenantId: $tenantId, active: true})
WHERE user.email > ''
OPTIONAL MATCH (motivators:Motivators {tenantId: $tenantId, userId: user.id})
RETURN collect({
  userId: user.id,
  cached: cached_motivators(motivators)
}) AS people

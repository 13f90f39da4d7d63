// The active people of a tenant with their motivators as they are kept, for a pull of all of them.
MATCH (user:User {tenantId: $tenantId, active: true})
WHERE user.email > ''
OPTIONAL MATCH (motivators:Motivators {tenantId: $tenantId, userId: user.id})
RETURN collect({
  userId: user.id,
  kept: motivators {.scores, .insight, lastSyncedAt: left(toString(motivators.lastSyncedAt + duration({nanoseconds: 1})), 23) + 'Z'}
}) AS people

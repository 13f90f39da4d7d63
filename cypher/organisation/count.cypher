// Returns how many active users, deactivated users and teams the tenant has.
RETURN
  COUNT { (person:User {tenantId: $tenantId, active: true}) WHERE person.email IS NOT NULL } AS people,
  COUNT { (person:User {tenantId: $tenantId, active: false}) WHERE person.email IS NOT NULL } AS left,
  COUNT { (team:Team {tenantId: $tenantId}) WHERE team.key IS NOT NULL } AS teams

// What a move by addresses would do: who is moved from whom to whom, and whether it is a cycle.
OPTIONAL MATCH (user:User {tenantId: $tenantId, email: $email})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, email: $managerEmail})
RETURN
  user {.id, .name, .active} AS user,
  manager {.id, .name, .active} AS manager,
  [(user)-[:REPORTS_TO]->(previous:User) | previous.email] AS fromEmails,
  EXISTS { (manager)-[:REPORTS_TO*0..]->(user) } AS cycle

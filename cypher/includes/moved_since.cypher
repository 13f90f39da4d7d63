// Pattern and condition: an admin has moved `person` below `upper`, or made them there, at the time `since` or later. It looks at
// everybody, so callers first see whether anybody was moved since then (tenant.lastMoveAt), and give `since` as a list: the planner
// would put such a condition behind the search.
(person:User {tenantId: $tenantId})-[line:REPORTS_TO]->(upper:User)
WHERE person.email IS NOT NULL AND line.since >= since AND line.byAdminId IS NOT NULL

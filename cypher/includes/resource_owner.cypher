// Clauses: `owner`, to whom the resource belongs that one of $userId, $summaryId, $goalId and $notificationId names;
// null if the tenant does not have it.
// @param userId: id or null
// @param summaryId: id or null
// @param goalId: id or null
// @param notificationId: id or null
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH (:Summary {tenantId: $tenantId, id: $summaryId})<-[:WROTE]-(author:User)
OPTIONAL MATCH (:Goal {tenantId: $tenantId, id: $goalId})<-[:OWNS]-(goalOwner:User)
OPTIONAL MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})<-[:RECEIVED]-(recipient:User)
  WHERE notification.unread IS NOT NULL
WITH *, coalesce(user, author, goalOwner, recipient) AS owner

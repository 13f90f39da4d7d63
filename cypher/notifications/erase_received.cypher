// Deletes the notifications that a user received. Returns how many, and their ids.
// @param userId: id
MATCH (:User {tenantId: $tenantId, id: $userId})-[:RECEIVED]->(notification:Notification)
WITH collect(notification) AS notifications
WITH notifications, {notifications: size(notifications)} AS counts, [one IN notifications | one.id] AS subjectIds
FOREACH (notification IN notifications | DETACH DELETE notification)
RETURN counts, subjectIds

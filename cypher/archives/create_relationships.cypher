// Creates relationships from $links ({type, properties, startLabel, startKey, endLabel, endKey}; a key is the value of the property by
// which src/archives/format.ts names nodes of the label) and returns how many: fewer than given if an end does not exist.
UNWIND $links AS link
CALL (link) {
  WITH link WHERE link.startLabel = 'User'
  MATCH (start:User {tenantId: $tenantId, id: link.startKey})
  RETURN start
  UNION ALL
  WITH link WHERE link.startLabel = 'Response'
  MATCH (start:Response {tenantId: $tenantId, summaryId: link.startKey})
  RETURN start
  UNION ALL
  WITH link WHERE link.startLabel = 'Nomination'
  MATCH (start:Nomination {tenantId: $tenantId, id: link.startKey})
  RETURN start
  UNION ALL
  WITH link WHERE link.startLabel = 'ImportJob'
  MATCH (start:ImportJob {tenantId: $tenantId, id: link.startKey})
  RETURN start
}
CALL (link) {
  WITH link WHERE link.endLabel = 'User'
  MATCH (end:User {tenantId: $tenantId, id: link.endKey})
  RETURN end
  UNION ALL
  WITH link WHERE link.endLabel = 'Team'
  MATCH (end:Team {tenantId: $tenantId, name: link.endKey})
  RETURN end
  UNION ALL
  WITH link WHERE link.endLabel = 'Summary'
  MATCH (end:Summary {tenantId: $tenantId, id: link.endKey})
  RETURN end
  UNION ALL
  WITH link WHERE link.endLabel = 'Response'
  MATCH (end:Response {tenantId: $tenantId, summaryId: link.endKey})
  RETURN end
  UNION ALL
  WITH link WHERE link.endLabel = 'Goal'
  MATCH (end:Goal {tenantId: $tenantId, id: link.endKey})
  RETURN end
  UNION ALL
  WITH link WHERE link.endLabel = 'Nomination'
  MATCH (end:Nomination {tenantId: $tenantId, id: link.endKey})
  RETURN end
  UNION ALL
  WITH link WHERE link.endLabel = 'Profile'
  MATCH (end:Profile {tenantId: $tenantId, userId: link.endKey})
  RETURN end
  UNION ALL
  WITH link WHERE link.endLabel = 'Motivators'
  MATCH (end:Motivators {tenantId: $tenantId, userId: link.endKey})
  RETURN end
  UNION ALL
  WITH link WHERE link.endLabel = 'Notification'
  MATCH (end:Notification {tenantId: $tenantId, id: link.endKey})
  RETURN end
  UNION ALL
  WITH link WHERE link.endLabel = 'ScimGroup'
  MATCH (end:ScimGroup {tenantId: $tenantId, id: link.endKey})
  RETURN end
  UNION ALL
  WITH link WHERE link.endLabel = 'OrgPlan'
  MATCH (end:OrgPlan {tenantId: $tenantId, id: link.endKey})
  RETURN end
}
CREATE (start)-[created:$(link.type)]->(end)
SET created = link.properties
RETURN count(created) AS count

// Creates relationships from $links ({type, properties, start, end}) and returns how many: fewer than given if an end does
// not exist. `start` and `end` are maps with one entry: the label, and the value of the key of such nodes. The seeks of all
// other labels look for null, which takes no time.
// Written by `npm run queries` from the table of nodes (src/features/personal-data/table-of-nodes.ts); do not edit.
// @param links: list of {start: map of texts, end: map of texts, type: text, properties: map of values}
UNWIND $links AS link
CALL (link) {
  MATCH (start:User {tenantId: $tenantId, id: link.start.User})
  RETURN start
  UNION ALL
  MATCH (start:Team {tenantId: $tenantId, key: link.start.Team})
  RETURN start
  UNION ALL
  MATCH (start:ScimGroup {tenantId: $tenantId, id: link.start.ScimGroup})
  RETURN start
  UNION ALL
  MATCH (start:OrgPlan {tenantId: $tenantId, id: link.start.OrgPlan})
  RETURN start
  UNION ALL
  MATCH (start:Summary {tenantId: $tenantId, id: link.start.Summary})
  RETURN start
  UNION ALL
  MATCH (start:SummaryDraft {tenantId: $tenantId, id: link.start.SummaryDraft})
  RETURN start
  UNION ALL
  MATCH (start:Response {tenantId: $tenantId, summaryId: link.start.Response})
  RETURN start
  UNION ALL
  MATCH (start:Question {tenantId: $tenantId, id: link.start.Question})
  RETURN start
  UNION ALL
  MATCH (start:Answer {tenantId: $tenantId, id: link.start.Answer})
  RETURN start
  UNION ALL
  MATCH (start:Goal {tenantId: $tenantId, id: link.start.Goal})
  RETURN start
  UNION ALL
  MATCH (start:Nomination {tenantId: $tenantId, id: link.start.Nomination})
  RETURN start
  UNION ALL
  MATCH (start:Notification {tenantId: $tenantId, id: link.start.Notification})
  RETURN start
  UNION ALL
  MATCH (start:Profile {tenantId: $tenantId, userId: link.start.Profile})
  RETURN start
  UNION ALL
  MATCH (start:ImportJob {tenantId: $tenantId, id: link.start.ImportJob})
  RETURN start
  UNION ALL
  MATCH (start:Motivators {tenantId: $tenantId, userId: link.start.Motivators})
  RETURN start
}
CALL (link) {
  MATCH (end:User {tenantId: $tenantId, id: link.end.User})
  RETURN end
  UNION ALL
  MATCH (end:Team {tenantId: $tenantId, key: link.end.Team})
  RETURN end
  UNION ALL
  MATCH (end:ScimGroup {tenantId: $tenantId, id: link.end.ScimGroup})
  RETURN end
  UNION ALL
  MATCH (end:OrgPlan {tenantId: $tenantId, id: link.end.OrgPlan})
  RETURN end
  UNION ALL
  MATCH (end:Summary {tenantId: $tenantId, id: link.end.Summary})
  RETURN end
  UNION ALL
  MATCH (end:SummaryDraft {tenantId: $tenantId, id: link.end.SummaryDraft})
  RETURN end
  UNION ALL
  MATCH (end:Response {tenantId: $tenantId, summaryId: link.end.Response})
  RETURN end
  UNION ALL
  MATCH (end:Question {tenantId: $tenantId, id: link.end.Question})
  RETURN end
  UNION ALL
  MATCH (end:Answer {tenantId: $tenantId, id: link.end.Answer})
  RETURN end
  UNION ALL
  MATCH (end:Goal {tenantId: $tenantId, id: link.end.Goal})
  RETURN end
  UNION ALL
  MATCH (end:Nomination {tenantId: $tenantId, id: link.end.Nomination})
  RETURN end
  UNION ALL
  MATCH (end:Notification {tenantId: $tenantId, id: link.end.Notification})
  RETURN end
  UNION ALL
  MATCH (end:Profile {tenantId: $tenantId, userId: link.end.Profile})
  RETURN end
  UNION ALL
  MATCH (end:ImportJob {tenantId: $tenantId, id: link.end.ImportJob})
  RETURN end
  UNION ALL
  MATCH (end:Motivators {tenantId: $tenantId, userId: link.end.Motivators})
  RETURN end
}
CREATE (start)-[created:$(link.type)]->(end)
SET created = link.properties
RETURN count(created) AS count

// Creates the demo's questions with their authors and words, and lets managers ask. Ids and times are parameters.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.managersAsk = 'on'
WITH tenant
UNWIND $questions AS row
MATCH (author:User {tenantId: $tenantId, email: row.authorEmail})
OPTIONAL MATCH (head:User {tenantId: $tenantId, email: row.headEmail})
CREATE (author)-[:ASKED]->(question:Question:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.id,
  version: 1,
  kind: row.kind,
  frequency: row.frequency,
  everyWeeks: row.everyWeeks,
  fromWeek: date(row.fromWeek),
  audience: CASE WHEN head IS NULL THEN row.audience ELSE row.audience + head.id END,
  audienceName: row.audienceName,
  isRequired: row.isRequired,
  points: row.points,
  optionCount: row.optionCount,
  isSeveral: row.isSeveral,
  createdAt: datetime(row.createdAt)
})
CREATE (:QuestionWording:$($tenantLabel) {
  tenantId: $tenantId,
  questionId: row.id,
  version: 1,
  content: row.content,
  createdAt: datetime(row.createdAt)
})
FOREACH (one IN CASE WHEN head IS NULL THEN [] ELSE [head] END | CREATE (question)-[:ASKED_BELOW]->(one))

// Creates the demo's questions with their authors and words, and lets managers ask. Authors without one of $permittedRoles ask as managers.
// Ids and times are parameters.
// @param questions: list of {authorEmail: text, headEmail: text or null, id: id, kind: text, frequency: text,
//   everyWeeks: number or null, fromWeek: date, audience: text, audienceName: text or null, isRequired: boolean,
//   points: number or null, optionCount: number or null, isSeveral: boolean or null, createdAt: instant, content: JSON text}
// @param permittedRoles: list of roles
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
  byManager: CASE WHEN NOT any(role IN author.roles WHERE role IN $permittedRoles) THEN true END,
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

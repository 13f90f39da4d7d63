// Returns a summary with its response, and the caller's standing towards the author. All `summary.*` columns are null when
// the summary does not exist in the tenant; `updatedAt` is when it was written, edited or answered last. Columns carry the
// paths of the interface's fields, which is faster than nested maps.
// @ahead api
// @param summaryId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId})<-[:WROTE]-(owner:User)
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
OPTIONAL MATCH (summary)<-[:ANSWERS]-(response:Response)<-[:GAVE]-(manager:User)
OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
RETURN
  caller.roles AS `standing.roles`, length(line) AS `standing.levelsAbove`,
  // @include is_line_new
  AS `standing.isLineNew`,
  // @include places
  AS `standing.places`,
  summary.id AS `summary.id`,
  owner.id AS `summary.user.id`, owner.name AS `summary.user.name`, team.name AS `summary.user.team`,
  toString(summary.weekStart) AS `summary.weekStart`,
  summary.qualityOfWork AS `summary.scores.qualityOfWork`,
  summary.personalWellbeing AS `summary.scores.personalWellbeing`,
  summary.professionalWellbeing AS `summary.scores.professionalWellbeing`,
  summary.proud AS `summary.proud`, summary.obstacles AS `summary.obstacles`,
  summary.learned AS `summary.learned`, summary.important AS `summary.important`,
  moment(summary.createdAt) AS `summary.createdAt`,
  response.id AS `summary.response.id`, response.body AS `summary.response.body`,
  manager.id AS `summary.response.manager.id`, manager.name AS `summary.response.manager.name`,
  managerTeam.name AS `summary.response.manager.team`,
  // @include on_behalf_of
  AS `summary.response.onBehalfOf`,
  moment(response.createdAt) AS `summary.response.createdAt`, moment(response.editedAt) AS `summary.response.editedAt`,
  // @include summary_updated_at
  AS updatedAt

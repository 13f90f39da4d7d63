// Returns who a user is and their place in the organisation. Of other people it returns names and ids only.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN
  [properties(person)] AS person,
  COLLECT {
    MATCH (person)-[line:REPORTS_TO|REPORTED_TO]->(manager)
    RETURN line {.since, .until, .planId, manager: manager {.id, .name}}
    ORDER BY line.since, line.until
  } AS managers,
  COLLECT {
    MATCH (person)<-[line:REPORTS_TO|REPORTED_TO]-(report)
    RETURN line {.since, .until, .planId, report: report {.id, .name}}
    ORDER BY line.since, line.until
  } AS reports,
  COLLECT {
    MATCH (person)-[term:DEPUTY_FOR]-()
    WITH term, startNode(term) AS deputy, endNode(term) AS manager
    RETURN term {.*, manager: manager {.id, .name}, deputy: deputy {.id, .name}}
    ORDER BY term.since, term.until
  } AS deputies,
  COLLECT {
    MATCH (person)-[part:PARTNER_OF]-()
    WITH part, startNode(part) AS partner
    RETURN part {.id, .headId, .department, .groupPartId, .from, .to, .since, .until, partner: partner {.id, .name}}
    ORDER BY part.since, part.until
  } AS parts

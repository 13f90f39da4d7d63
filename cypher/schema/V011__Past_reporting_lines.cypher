// Reporting lines say since when they hold, and past ones are kept. Both are filled in from the audit log. Who had a manager before
// their first entry had that manager from their creation on, and gets an entry of the operator at that time. Past lines to people
// who have been erased are not known any more. What is already written is found again: the lines that say since when, the past
// ones by their times, and first entries by having no manager before. People are
// looked up by the inner transactions alone: a seek in a unique index locks the id of somebody who is not there.
MATCH (entry:AuditEntry {action: 'reporting-line.move'})
WITH entry
ORDER BY entry.at, entry.fromManagerId IS NOT NULL
WITH entry.tenantId AS tenantId, entry.userId AS userId, head(collect(entry)) AS first
WHERE first.fromManagerId IS NOT NULL
CALL (tenantId, userId, first) {
  MATCH (person:User {tenantId: tenantId, id: userId})
  CREATE (entry:AuditEntry:$([label IN labels(person) WHERE label STARTS WITH 'T_']) {
    tenantId: person.tenantId,
    id: randomUUID(),
    action: 'reporting-line.move',
    at: CASE WHEN first.at < person.createdAt THEN first.at ELSE person.createdAt END,
    actorId: 'operator',
    userId: person.id,
    toManagerId: first.fromManagerId
  })
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (entry:AuditEntry {action: 'reporting-line.move'})
WITH entry
ORDER BY entry.at, entry.fromManagerId IS NOT NULL
WITH entry.tenantId AS tenantId, entry.userId AS userId, collect(entry {.at, .toManagerId}) AS moves
CALL (tenantId, userId, moves) {
  MATCH (person:User {tenantId: tenantId, id: userId})
  CALL (person, moves) {
    UNWIND range(0, size(moves) - 2) AS place
    MATCH (manager:User {tenantId: person.tenantId, id: moves[place].toManagerId})
    WITH person, manager, moves[place].at AS since, moves[place + 1].at AS until
    WHERE NOT EXISTS { (person)-[known:REPORTED_TO]->(manager) WHERE known.since = since AND known.until = until }
    CREATE (person)-[:REPORTED_TO {since: since, until: until}]->(manager)
  }
  MATCH (person)-[line:REPORTS_TO]->()
  WHERE line.since IS NULL
  SET line.since = moves[-1].at
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (person:User)-[line:REPORTS_TO]->(manager:User)
WHERE line.since IS NULL
CALL (person, line, manager) {
  SET line.since = person.createdAt
  CREATE (entry:AuditEntry:$([label IN labels(person) WHERE label STARTS WITH 'T_']) {
    tenantId: person.tenantId,
    id: randomUUID(),
    action: 'reporting-line.move',
    at: person.createdAt,
    actorId: 'operator',
    userId: person.id,
    toManagerId: manager.id
  })
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (entry:AuditEntry {action: 'reporting-line.move'})
WITH entry.tenantId AS tenantId, max(entry.at) AS lastMoveAt
MATCH (tenant:Tenant {id: tenantId})
WHERE tenant.lastMoveAt IS NULL OR tenant.lastMoveAt < lastMoveAt
SET tenant.lastMoveAt = lastMoveAt;

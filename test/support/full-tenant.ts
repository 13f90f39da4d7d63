// Tenants with something of every kind in them: for tests of what queries read, and of how they are planned.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../../src/platform/graph/client.ts';
import { friday } from './service.ts';

export type FullTenant = {
  id: string;
  ids: Record<'manager' | 'person' | 'summary' | 'goal' | 'question' | 'notification', string>;
};

/** The week of the summaries and goals. */
export const filledWeek = '2026-11-09';

/**
 * A tenant of that many people, in departments of ten, each flagged. A manager has eight of them below; everyone is among
 * the authors behind the flag of the manager's department.
 */
export async function fillTenant(graph: GraphClient, people: number): Promise<FullTenant> {
  const id = randomUUID();
  const names = ['manager', 'person', 'summary', 'goal', 'question', 'notification'] as const;
  const ids = Object.fromEntries(names.map((name) => [name, randomUUID()])) as FullTenant['ids'];
  const label = `T_${id.replaceAll('-', '')}`;
  const given = { id, label, ids, last: people - 10, week: filledWeek, now: friday };
  const statements = [
    `CREATE (:Tenant {id: $id, slug: $id, name: 'Test', timezone: 'UTC', orgRevision: 0})
     CREATE (:ChangeLog:$($label) {tenantId: $id, lastSequence: toInteger($last) + 10, openThrough: toInteger($last) + 10})
     CREATE (:TrendRun:$($label) {tenantId: $id, weekStart: date($week), told: []})
     WITH 0 AS _
     UNWIND range(0, toInteger($last) + 9) AS n
     CREATE (u:User:$($label) {tenantId: $id, name: 'N' + n, sortName: 'n' + n, email: 'n' + n + '@a.example', roles: [], active: true,
       createdAt: datetime('2026-01-05T09:00:00Z'), updatedAt: datetime('2026-01-05T09:00:00Z'),
       id: CASE n WHEN $last + 1 THEN $ids.manager WHEN $last + 2 THEN $ids.person ELSE randomUUID() END})
     MERGE (team:Team {tenantId: $id, key: 'team ' + n / 10})
       ON CREATE SET team:$($label), team.name = 'Team ' + n / 10, team.sortName = team.key,
         team.department = 'Department ' + n / 10, team.departmentKey = 'department ' + n / 10
     CREATE (u)-[:MEMBER_OF]->(team)
     CREATE (:TrendFlag:$($label) {tenantId: $id, id: randomUUID(), weekStart: date($week), scope: 'individual',
       subjectId: u.id, dimension: 'personalWellbeing'})
     CREATE (u)-[:WROTE]->(s:Summary:$($label) {tenantId: $id, userId: u.id, weekStart: date($week),
       qualityOfWork: 4, personalWellbeing: 4, professionalWellbeing: 4, createdAt: datetime($now),
       id: CASE n WHEN $last + 2 THEN $ids.summary ELSE randomUUID() END})
     CREATE (u)-[:OWNS]->(:Goal:$($label) {tenantId: $id, userId: u.id, title: 'G', weekStart: date($week),
       dateSet: datetime($now), id: CASE n WHEN $last + 2 THEN $ids.goal ELSE randomUUID() END})
     FOREACH (questionId IN CASE WHEN n < 20 THEN [randomUUID()] WHEN n = $last + 1 THEN [$ids.question] ELSE [] END |
       CREATE (q:Question:$($label) {tenantId: $id, id: questionId, kind: 'text', version: 1, frequency: 'weekly',
         fromWeek: date($week), isRequired: false, audience: 'below:' + u.id, createdAt: datetime($now)})-[:ASKED_BELOW]->(u)
       CREATE (:QuestionWording:$($label) {tenantId: $id, questionId: questionId, version: 1, content: '{}', createdAt: datetime($now)}))
     CREATE (:Answer:$($label) {tenantId: $id, id: randomUUID(), userId: u.id, weekStart: date($week),
       questionId: $ids.question, version: 1, text: 'A', answeredAt: datetime($now)})
     CREATE (:AuditEntry:$($label) {tenantId: $id, id: randomUUID(), action: 'person.activate', at: datetime($now),
       actorId: 'operator', userId: u.id})
     CREATE (:ChangeEntry:$($label) {tenantId: $id, id: randomUUID(), key: 'user.created:' + u.id, type: 'user.created',
       subjectType: 'user', subjectId: u.id, changed: [], at: datetime($now), orgRevision: 0, sequence: n + 1})
     CREATE (u)-[:RECEIVED]->(:Notification:$($label) {tenantId: $id, userId: u.id, eventId: 'e', unread: true,
       createdAt: datetime($now), id: CASE n WHEN $last + 1 THEN $ids.notification ELSE randomUUID() END})
     FOREACH (_ IN CASE WHEN n < 20 THEN [n] ELSE [] END |
       CREATE (u)-[:MADE]->(:Nomination:$($label) {tenantId: $id, id: randomUUID(), nominatorId: u.id, kind: 'individual',
         teamKey: '', period: '2026-11', createdAt: datetime($now)})-[:NAMES]->(u))`,
    `MATCH (team:Team {tenantId: $id}) WHERE team.name IS NOT NULL
     CREATE (flag:TrendFlag:$($label) {tenantId: $id, id: randomUUID(), weekStart: date($week), scope: 'department',
       subjectId: team.department, dimension: 'personalWellbeing', weekWriters: []})`,
    `MATCH (boss:User {tenantId: $id, email: 'n0@a.example'}), (manager:User {tenantId: $id, id: $ids.manager})
     CREATE (manager)-[:REPORTS_TO {since: manager.createdAt}]->(boss)
     WITH boss, manager
     MATCH (u:User {tenantId: $id}) WHERE u.email IS NOT NULL AND NOT u IN [boss, manager]
     CREATE (u)-[:REPORTS_TO {since: u.createdAt}]->(boss)
     WITH manager, u, toInteger(substring(u.name, 1)) AS n WHERE n > $last + 1
     MATCH (u)-[old:REPORTS_TO]->() DELETE old
     CREATE (u)-[:REPORTS_TO {since: u.createdAt}]->(manager)`,
    `MATCH (:User {tenantId: $id, id: $ids.manager})-[:MEMBER_OF]->(team:Team)
     MATCH (flag:TrendFlag {tenantId: $id, weekStart: date($week), scope: 'department', subjectId: team.department})
     MATCH (u:User {tenantId: $id}) WHERE u.email IS NOT NULL
     WITH flag, collect(u.id) AS userIds
     SET flag.weekWriters = [reduce(writers = head(userIds), userId IN tail(userIds) | writers + ',' + userId)]`,
  ];
  for (const text of statements) await graph.statement(text, given);
  return { id, ids };
}

/**
 * A tenant with a manager at the top of a line so deep. Until `linesMovedAt` the line ran through twice as many people, of
 * whom every second has no manager any more.
 */
export async function fillLine(graph: GraphClient, depth: number): Promise<{ id: string; managerId: string }> {
  const id = randomUUID();
  const managerId = randomUUID();
  const given = { id, managerId, label: `T_${id.replaceAll('-', '')}`, last: 2 * depth - 1, movedAt: linesMovedAt };
  await graph.statement(
    `CREATE (:Tenant {id: $id, slug: $id, name: 'Test', timezone: 'UTC', orgRevision: 0})
     WITH 0 AS _
     UNWIND range(0, toInteger($last)) AS n
     CREATE (u:User:$($label) {tenantId: $id, name: 'N' + n, sortName: 'n' + n, email: 'n' + n + '@a.example', roles: [], active: true,
       createdAt: datetime('2026-01-05T09:00:00Z'), id: CASE n WHEN 0 THEN $managerId ELSE randomUUID() END})
     WITH u ORDER BY n
     WITH collect(u) AS people
     UNWIND range(1, toInteger($last)) AS n
     WITH n, people[n] AS u, people[n - 1] AS upper, people[n - 2] AS top
     CREATE (u)-[:REPORTED_TO {since: u.createdAt, until: datetime($movedAt)}]->(upper)
     FOREACH (_ IN CASE WHEN n % 2 = 0 THEN [n] ELSE [] END |
       CREATE (u)-[:REPORTS_TO {since: datetime($movedAt)}]->(top))`,
    given,
  );
  return { id, managerId };
}
/** A tenant with somebody below five others, each of whom, and they, came to their manager anew so often since Monday. */
export async function fillMovedLine(graph: GraphClient, moves: number): Promise<{ id: string; userId: string }> {
  const id = randomUUID();
  const userId = randomUUID();
  const given = { id, userId, label: `T_${id.replaceAll('-', '')}`, moves, monday: '2026-11-16T00:00:00Z' };
  await graph.statement(
    `CREATE (:Tenant {id: $id, slug: $id, name: 'Test', timezone: 'UTC', orgRevision: 0})
     WITH 0 AS _
     UNWIND range(0, 5) AS n
     CREATE (u:User:$($label) {tenantId: $id, name: 'N' + n, sortName: 'n' + n, email: 'n' + n + '@a.example', roles: [], active: true,
       createdAt: datetime('2026-01-05T09:00:00Z'), id: CASE n WHEN 0 THEN $userId ELSE randomUUID() END})
     WITH u ORDER BY n
     WITH collect(u) AS people
     UNWIND range(0, 4) AS n
     WITH n, people[n] AS u, people[n + 1] AS manager, datetime($monday) AS monday
     CREATE (u)-[:REPORTS_TO {since: CASE $moves WHEN 0 THEN u.createdAt ELSE monday + duration({hours: $moves, minutes: n}) END}]->(manager)
     WITH u, manager, monday, n
     UNWIND range(1, toInteger($moves)) AS move
     CREATE (u)-[:REPORTED_TO {since: monday + duration({hours: move - 1, minutes: n}),
       until: monday + duration({hours: move, minutes: n})}]->(manager)`,
    given,
  );
  return { id, userId };
}

const linesMovedAt = '2026-06-01T00:00:00Z';

/** The statement that deletes the tenant `$id`. */
export const deletion = 'MATCH (n) WHERE n.tenantId = $id OR n:Tenant AND n.id = $id DETACH DELETE n';

// A company in which much is written by, to and about one person, Eve: for what erases and exports people, and moves
// tenants.
import { expect } from 'chai';
import { saveTrends } from '../../src/features/trends/detect-trends.ts';
import { openWeeklyRuns } from '../../src/features/schedules/weekly-runs.ts';
import { client, tokenOf, type Company } from './company.ts';
import { askAs } from './conditions.ts';
import { aProfile } from './profile.ts';
import { aGoal, aSummary } from './samples.ts';
import { friday, type Service } from './service.ts';
import { upload } from './upload.ts';
import { whenReady } from './webhooks.ts';

export const eveDrawing = `
Ada [Board] (senior_leadership, admin)
  Bob [Care]
    Eve Quillfeather [Care] (admin)
      Old [Care] †
    Dan [Care]
    Fay [Care]
  Hal [People] (people_team)`;
export const eve = 'Eve Quillfeather';
export const eveAddress = 'eve.quillfeather@example.test';

const intranet = (api: Service, of: Company) =>
  client(api, () => tokenOf(api, { sub: 'service:intranet', tenant: of.tenantId, scope: 'notifications:dispatch' }));
/** The body of an answer that is not a refusal. */
export const sent = async (answer: Promise<{ status: number; body: unknown }>): Promise<Record<string, string>> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).to.be.within(200, 202);
  return body as Record<string, string>;
};

/** What Eve wrote, what others wrote to her and about her, and what came of it. Something of it is still on its way. */
export async function fillAboutEve(api: Service, of: Company): Promise<void> {
  const at = { tenantId: of.tenantId };
  const past = { proud: 'marker-proud', obstacles: 'marker-obstacles', important: 'marker-important' };
  const { id: summaryId } = await sent(of.as(eve).post('/summaries', aSummary(past)));
  await sent(of.as('Bob').post(`/summaries/${summaryId}/response`, { body: 'marker-response to Eve' }));
  await api.graph.statement('MATCH (u:User {tenantId: $tenantId, name: "Old"}) SET u.active = true', at);
  const old = await sent(of.as('Old').post('/summaries', aSummary()));
  await sent(of.as(eve).post(`/summaries/${old['id']}/response`, { body: 'marker-response of Eve' }));
  const words = { kind: 'text', text: { en: 'How was it?' }, audience: { type: 'tenant' } };
  const asked = { ...words, frequency: 'weekly', isRequired: false, from: '2026-11-16' };
  await sent(of.as('Ada').patch('/admin/settings', { managersAsk: 'on' }));
  await sent(of.as(eve).post('/questions', { ...asked, audience: { type: 'below', userId: of.id(eve) } }));
  await api.graph.statement('MATCH (u:User {tenantId: $tenantId, name: "Old"}) SET u.active = false', at);
  await sent(of.as('Dan').post('/summaries', aSummary()));
  await sent(of.as(eve).put('/summary-drafts/2026-11-23', { proud: 'marker-draft' }));
  const { id: questionId } = await sent(of.as('Ada').post('/questions', asked));
  const answers = [{ questionId, text: 'marker-answer' }];
  await sent(of.as(eve).put('/me/answers/2026-11-16', { answers }));
  await sent(of.as(eve).post('/goals', aGoal({ title: 'marker-goal', description: 'marker-description' })));
  await sent(of.as('Dan').post('/goals', aGoal({ title: 'Dan goes on' })));

  const nominate = (who: string, kind: string, body: object) => sent(of.as(who).post(`/mvp/nominations/${kind}`, body));
  await nominate(eve, 'individual', { nomineeUserId: of.id('Dan'), reason: 'marker-nomination of Dan' });
  await nominate('Dan', 'individual', { nomineeUserId: of.id(eve), reason: 'marker-nomination of Eve' });
  await nominate('Dan', 'team', {
    teamName: 'Two',
    memberUserIds: [of.id(eve), of.id('Bob')],
    reason: 'Both of them.',
  });
  await nominate('Hal', 'team', { teamName: 'One', memberUserIds: [of.id(eve)], reason: 'marker-team of one' });

  const preferences = [{ type: 'goals.non_setters', channels: ['in_app'] }];
  await sent(of.as(eve).put('/notifications/preferences', { preferences }));
  const dispatch = (names: string[], type: string, payload: object) =>
    sent(
      intranet(api, of).post('/notifications/dispatch', {
        type,
        payload,
        recipientUserIds: names.map((n) => of.id(n)),
      }),
    );
  await dispatch([eve, 'Dan'], 'announcement', { title: 'Fire drill', body: 'At ten.' });
  await dispatch([eve], 'announcement', { title: 'marker-title', body: 'marker-body' });
  await dispatch(['Dan'], 'weekly_summary.submitted', { employeeName: eve, weekStart: '2026-11-16' });
  await openWeeklyRuns(api.graph, of.tenantId, '2026-11-30', friday);

  await api.graph.bind(at).write('motivators/save', {
    userId: of.id(eve),
    scores: '[{"name":"marker-motivator","score":1}]',
    now: friday,
  });
  for (const name of [eve, eve, 'Dan']) {
    const { pdf } = await aProfile('erase', { person: { name } });
    await upload(api, of, { as: name === 'Dan' ? eve : 'Ada', of: name, pdf });
  }

  const found = { direction: 'down', n: 26, recentMean: 2, baselineMean: 4, effectSize: -1, p: 0.01, adjustedP: 0.01 };
  const when = { start: { weeksAgo: 3, earliest: 4, latest: 2 }, series: [{ weeksAgo: 0, value: 2 }] };
  const flag = (scope: string, subject: string, name: string) => ({ ...found, ...when, scope, subject, name });
  const writers = ['Bob', 'Dan', eve].map((name) => of.id(name));
  const flags = [
    { ...flag('individual', of.id(eve), eve), dimension: 'qualityOfWork' },
    { ...flag('individual', of.id('Dan'), 'Dan'), dimension: 'qualityOfWork' },
    {
      ...flag('department', 'Care', 'Care'),
      dimension: 'qualityOfWork',
      weekWriters: [writers.join()],
    },
  ];
  const trends = { weekStart: '2026-11-09', people: 6, erasures: 0, flags: flags as never };
  await saveTrends(api.graph, of.tenantId, trends, { now: friday, notify: true });
}

/** Confirms one of Eve's two imports, as she may herself. */
export async function confirmImportOfEve(of: Company): Promise<void> {
  const [first] = await of.statement(
    'MATCH (j:ImportJob {tenantId: $tenantId, userId: $eve, status: "parsed"}) RETURN j.id AS id',
    { eve: of.id(eve) },
  );
  const at = `/admin/users/${of.id(eve)}/insights/import/${String(first?.['id'])}/confirm`;
  await sent(of.as(eve).post(at, { blindSpots: 'marker-blind-spot' }));
}

/** Adds what no request of a test makes quickly: with it and `fillAboutEve`, the tenant has nodes of every label. */
export async function fillTheRest(api: Service, of: Company): Promise<void> {
  const moves = [
    ['Dan', eve],
    ['Dan', 'Bob'],
    [eve, 'Ada'],
    [eve, 'Bob'],
  ] as const;
  for (const [who, to] of moves) {
    await sent(of.as('Ada').put(`/admin/org-chart/users/${of.id(who)}/manager`, { managerId: of.id(to) }));
  }
  await sent(of.as('Ada').post('/admin/webhooks', { url: 'http://127.0.0.1:9/hooks', types: [] }));
  const key = { 'idempotency-key': 'a-goal-of-eve' };
  const goal = aGoal({ title: 'marker-repeatable' });
  const { status } = await whenReady(() => askAs(api, of, eve)('POST', '/goals', key, goal));
  expect(status).to.equal(201);
  await api.graph.statement(
    `MATCH (eve:User {tenantId: $tenantId, id: $eve}), (dan:User {tenantId: $tenantId, id: $dan})
     SET eve.externalId = 'marker-external', eve.userName = 'eve.q', eve.startDate = date('2025-02-03'), eve.language = 'de',
       eve.preferredLanguage = 'marker-language', eve.emailStopped = 'marker-stopped',
       eve.region = 'DE-BY', eve.absences = ['2026-12-21/2026-12-24'], eve.excusedWeeks = [date('2026-12-21')]
     CREATE (eve)-[:IN_GROUP]->(group:ScimGroup:$($label) {tenantId: $tenantId, id: randomUUID(), displayName: 'marker-group',
       createdAt: datetime($now), updatedAt: datetime($now)})
     CREATE (group)-[:GIVES_PART {tenantId: $tenantId, id: randomUUID(), headId: dan.id, from: date('2026-11-20'), to: date('2026-11-27'),
       since: datetime($now), until: datetime('2026-11-28T00:00:00Z'), namedById: eve.id}]->(dan)
     CREATE (plan:OrgPlan:$($label) {tenantId: $tenantId, id: randomUUID(), name: 'marker-plan', status: 'draft',
       authorId: $eve, lostIds: [], baseRevision: 1, version: 1, moveCount: 2, createdAt: datetime($now),
       updatedAt: datetime($now), effectiveOn: date('2027-01-01')})
     CREATE (dan)-[:WOULD_REPORT_TO {planId: plan.id, position: 0, fromManagerId: $dan}]->(eve)
     CREATE (eve)-[:WOULD_REPORT_TO {planId: plan.id, position: 1}]->(plan)
     CREATE (dan)-[:DEPUTY_FOR {from: date('2026-11-20'), to: date('2026-11-27'), rights: ['read'],
       since: datetime($now), until: datetime('2026-11-28T00:00:00Z')}]->(eve)
     CREATE (eve)-[:PARTNER_OF {tenantId: $tenantId, id: randomUUID(), headId: dan.id, from: date('2026-11-20'), to: date('2026-11-27'),
       since: datetime($now), until: datetime('2026-11-28T00:00:00Z'), namedById: eve.id}]->(dan)
     WITH eve
     MATCH (webhook:Webhook {tenantId: $tenantId}) WHERE webhook.status IS NOT NULL
     CREATE (:OrgImport:$($label) {tenantId: $tenantId, id: randomUUID(), status: 'done', isDryRun: false, createdAt: datetime($now),
       result: $result})
     CREATE (:ChangeBatch:$($label) {tenantId: $tenantId, id: randomUUID(), type: 'user.created', changed: [], subjectIds: [eve.id],
       at: datetime($now), recordedAt: datetime($now)})
     CREATE (:RetentionRun:$($label) {tenantId: $tenantId, rules: ['audit=400'], dueAt: datetime('2100-01-01T00:00:00Z')})
     CREATE (:IdentityProvider:$($label) {tenantId: $tenantId, id: randomUUID(), key: $tenantId, audience: 'a', personClaim: 'email',
       issuer: 'https://idp.example', createdAt: datetime($now)})
     CREATE (:ServiceToken:$($label) {tenantId: $tenantId, id: randomUUID(), hash: $tenantId, name: 'okta', scopes: ['scim'],
       createdAt: datetime($now), expiresAt: datetime('2027-01-01T00:00:00Z')})
     CREATE (:Identity:$($label) {tenantId: $tenantId, id: randomUUID(), issuer: 'https://idp.example', subject: 'marker-subject',
       userId: eve.id, holderId: eve.id, boundAt: datetime($now)})
     CREATE (:AssistantUse:$($label) {tenantId: $tenantId, userId: eve.id, client: 'marker-client', firstAt: datetime($now), lastAt: datetime($now)})
     CREATE (:Approval:$($label) {tenantId: $tenantId, id: randomUUID(), key: 'sign_in:' + eve.id, kind: 'sign_in', userId: eve.id,
       emailBy: eve.id, requesterId: eve.id, requestedAt: datetime($now)})
     CREATE (:WebhookDelivery:$($label) {tenantId: $tenantId, id: randomUUID(), webhookId: webhook.id,
       changeId: randomUUID(), type: 'user.updated', subjectType: 'user', subjectId: eve.id, at: datetime($now),
       status: 'pending', createdAt: datetime($now), dueAt: datetime('2100-01-01T00:00:00Z'), sequence: 1, attempts: 1})`,
    {
      tenantId: of.tenantId,
      label: `T_${of.tenantId.replaceAll('-', '')}`,
      now: friday,
      eve: of.id(eve),
      dan: of.id('Dan'),
      result: JSON.stringify({ lines: [{ change: 'leftOut', email: eveAddress }] }),
    },
  );
}

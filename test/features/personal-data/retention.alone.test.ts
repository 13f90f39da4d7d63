// Retention: nothing unless a tenant asks for it; announced a day ahead; then old things go, and the audit log stays whole.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pino from 'pino';
import { chainEntries, verifyChain } from '../../../src/platform/audit/audit-chain.ts';
import { takeRetentionTurn } from '../../../src/features/personal-data/retention.ts';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import { company, fingerprint, type Company } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';

const api = service();
const checkin = shell();
const log = pino({ level: 'silent' });
const dayMs = 24 * 60 * 60_000;
const at = (days: number): Date => new Date(Date.parse(friday) + days * dayMs);
const turn = (days: number): Promise<boolean> => takeRetentionTurn(api.graph, at(days), log);
const chainAll = async (): Promise<void> => {
  while (await chainEntries(api.graph, randomUUID()));
};

let [acme, neighbour]: Company[] = [];
const of = (one: Company | undefined): Company => one ?? expect.fail('no company');
const rows = (text: string, params = {}): Promise<Record<string, unknown>[]> =>
  api.graph.statement(text, { id: of(acme).tenantId, label: `T_${of(acme).tenantId.replaceAll('-', '')}`, ...params });
const count = async (label: string): Promise<number> =>
  Number((await rows(`MATCH (n:${label} {tenantId: $id}) RETURN count(n) AS count`))[0]?.['count']);
const counts = async (): Promise<number[]> =>
  Promise.all(['Notification', 'WebhookDelivery', 'Summary', 'Response', 'TrendFlag', 'AuditEntry'].map(count));
const set = async (...retention: string[]): Promise<void> => {
  expect((await of(acme).as('Ada').patch('/admin/settings', { retention })).status).to.equal(200);
};

/** So many things of each kind from so many days before. */
async function fill(things: number, days: number): Promise<void> {
  const [{ webhookId } = {}] = await rows(
    `MERGE (w:Webhook {tenantId: $id}) ON CREATE SET w:$($label), w.id = randomUUID(), w.status = 'disabled' RETURN w.id AS webhookId`,
  );
  await rows(
    `MATCH (bob:User {tenantId: $id, id: $bob}) UNWIND range(1, toInteger($things)) AS n
     CREATE (bob)-[:RECEIVED]->(:Notification:$($label) {tenantId: $id, id: randomUUID(), eventId: randomUUID(), userId: $bob,
       createdAt: datetime($at)})
     CREATE (:WebhookDelivery:$($label) {tenantId: $id, id: randomUUID(), webhookId: $webhookId, changeId: randomUUID(),
       status: CASE n WHEN 1 THEN 'pending' ELSE 'done' END, createdAt: datetime($at), sequence: n})
     CREATE (bob)-[:WROTE]->(s:Summary:$($label) {tenantId: $id, id: randomUUID(), userId: randomUUID(),
       weekStart: date(datetime($at)) - duration({weeks: n})})
     CREATE (:Answer:$($label) {tenantId: $id, id: randomUUID(), userId: $bob, questionId: randomUUID(),
       weekStart: s.weekStart, version: 1, yes: true})
     CREATE (:SummaryDraft:$($label) {tenantId: $id, id: randomUUID(), userId: s.userId, weekStart: s.weekStart})
     CREATE (:Response:$($label) {tenantId: $id, id: randomUUID(), summaryId: s.id})-[:ANSWERS]->(s)
     CREATE (:TrendFlag:$($label) {tenantId: $id, id: randomUUID(), weekStart: s.weekStart, scope: 'individual', subjectId: s.userId,
       dimension: 'qualityOfWork'})`,
    { things, bob: of(acme).id('Bob'), at: at(-days).toISOString(), webhookId },
  );
}
const rules = ['notifications=30', 'deliveries=7', 'summaries=365', 'audit=365'];

beforeEach(async () => {
  await api.graph.statement('MATCH (t:Tenant) WHERE t.retention IS NOT NULL REMOVE t.retention'); // of other tests
  api.clock.now = at(-400).toISOString();
  const drawing = 'Ada (admin)\n  Mia (people_team)\n  Bob';
  acme = await company(api, drawing);
  neighbour = await company(api, drawing);
  for (const one of [acme, neighbour]) {
    for (const to of ['Mia', 'Ada', 'Mia', 'Ada']) {
      await one.as('Ada').put(`/admin/org-chart/users/${one.id('Bob')}/manager`, { managerId: one.id(to) });
    }
  }
  api.clock.now = friday;
  await chainAll();
  await fill(3, 400);
  await fill(1, 3);
});

it('without the setting, nothing is ever deleted', async () => {
  const before = [await fingerprint(api, of(acme).tenantId), await fingerprint(api, of(neighbour).tenantId)];
  for (const days of [0, 2, 4_000]) expect(await turn(days)).to.equal(false);
  expect([await fingerprint(api, of(acme).tenantId), await fingerprint(api, of(neighbour).tenantId)]).to.deep.equal(
    before,
  );
});

describe('the setting retention', () => {
  it('is announced to the admins with counts, and nothing is deleted for a day', async () => {
    await set(...rules);
    const before = await counts();
    for (const days of [0, 0, 0.99]) await turn(days);
    expect(await counts()).to.deep.equal(before);
    const notices = await rows(
      `MATCH (e:OutboxEvent {tenantId: $id, type: 'retention.announced'}) RETURN e.recipientIds AS to, e.payload AS payload`,
    );
    expect(
      notices.map(({ to, payload }) => [(to as string[]).toSorted(), JSON.parse(String(payload)) as unknown]),
    ).to.deep.equal([
      [
        ['Ada', 'Mia'].map((who) => of(acme).id(who)).toSorted(),
        {
          from: '2026-11-21',
          kinds: [
            { kind: 'notifications', days: 30, count: 3 },
            { kind: 'deliveries', days: 7, count: 2 },
            { kind: 'summaries', days: 365, count: 3 },
            { kind: 'audit', days: 365, count: 4 },
          ],
        },
      ],
    ]);
  });

  it('then deletes what is older, not what is pending or young, and nothing of the neighbour', async () => {
    await set(...rules);
    const theirs = await fingerprint(api, of(neighbour).tenantId);
    const { head } = await verifyChain(api.graph.bind({ tenantId: of(acme).tenantId }));
    for (const days of [0, 1.01, 1.02]) await turn(days);
    // 1 young one each, the pending delivery, and of the audit log the change of the setting and the run
    expect(await counts()).to.deep.equal([1, 2, 1, 1, 1, 2]);
    expect([await count('SummaryDraft'), await count('Answer')]).to.deep.equal([1, 1]);
    expect(await fingerprint(api, of(neighbour).tenantId)).to.deep.equal(theirs);
    const expired =
      "MATCH (e:ChangeEntry {tenantId: $id, type: 'summary.expired'}) RETURN count(DISTINCT e.subjectId) AS count";
    expect(await rows(expired)).to.deep.equal([{ count: 3 }]);
    const { body } = await of(acme).as('Ada').get<{ items: AuditEntry[] }>('/audit?action=retention.run');
    expect(body.items.map(({ actorId, source, values }) => ({ actorId, source, values }))).to.deep.equal([
      {
        actorId: 'operator',
        source: 'worker',
        values: [
          { field: 'notifications', after: '3' },
          { field: 'deliveries', after: '2' },
          { field: 'summaries', after: '3' },
          { field: 'audit', after: '4' },
          { field: 'auditThrough', after: `${head?.sequence}:${head?.hash}` },
        ],
      },
    ]);
  });

  it('leaves an audit log that can be verified, and in which a change is found', async () => {
    await set(...rules);
    for (const days of [0, 1.01]) await turn(days);
    await chainAll();
    const chain = api.graph.bind({ tenantId: of(acme).tenantId });
    expect(await verifyChain(chain)).to.deep.include({ entries: 2, pending: 0, faults: [] });
    const [{ hash } = {}] = await rows('MATCH (c:AuditChain {tenantId: $id}) RETURN c.sweptHash AS hash');
    expect(await verifyChain(chain, { sequence: 4, hash: String(hash) })).to.deep.include({ faults: [] });
    const other = await verifyChain(chain, { sequence: 4, hash: 'other' });
    expect(other.faults).to.deep.equal([{ sequence: 4, fault: 'other head' }]);
    await rows("MATCH (e:AuditEntry {tenantId: $id, sequence: 5}) SET e.actorId = 'somebody else'");
    expect((await verifyChain(chain)).faults.map(({ sequence, fault }) => [sequence, fault])).to.deep.equal([
      [5, 'changed'],
    ]);
  });

  it('keeps everything of the audit log behind an entry that somebody removed', async () => {
    await rows('MATCH (e:AuditEntry {tenantId: $id, sequence: 2}) DELETE e');
    await set('audit=365');
    for (const days of [0, 1.01]) await turn(days);
    const { faults } = await verifyChain(api.graph.bind({ tenantId: of(acme).tenantId }));
    expect(faults).to.deep.equal([{ sequence: 2, fault: 'missing' }]);
  });

  it('is announced anew, and waits a day again, when it changes; when it is taken back nothing is deleted', async () => {
    await set(...rules);
    await turn(0);
    const before = await counts();
    await set('notifications=60');
    for (const days of [1.01, 1.02, 2]) await turn(days);
    expect((await counts()).slice(0, 5)).to.deep.equal(before.slice(0, 5));
    await set();
    for (const days of [2.02, 2.03, 9]) await turn(days);
    await set('notifications=60');
    for (const days of [10, 10.5]) await turn(days);
    expect((await counts()).slice(0, 5)).to.deep.equal(before.slice(0, 5));
    await turn(11.01);
    expect(await count('Notification')).to.equal(1);
  });

  it('runs once a day, in batches, with one audit entry, however many workers run and whichever are killed', async () => {
    await fill(1_200, 400);
    await set('summaries=365', 'notifications=30');
    await turn(0);
    expect(await turn(1.01)).to.equal(true); // a worker that is then killed
    expect(await count('Notification')).to.be.within(1_204 - 500, 1_203);
    for (let rounds = 0; rounds < 4; rounds += 1) await Promise.all([turn(1.02), turn(1.02)]);
    expect(await turn(1.03)).to.equal(false);
    expect((await counts()).slice(0, 5)).to.deep.equal([1, 1_204, 1, 1, 1]);
    const runs = "MATCH (e:AuditEntry {tenantId: $id, action: 'retention.run'}) RETURN e.valuesAfter AS values";
    expect(await rows(runs)).to.deep.equal([{ values: ['1203', '1203'] }]);
    await fill(1, 400);
    await turn(1.9);
    expect(await count('Notification')).to.equal(2);
    await turn(2.1);
    expect(await count('Notification')).to.equal(1);
  });

  it('lets a tenant with little have its turn beside one with much', async () => {
    await fill(1_200, 400);
    await set('notifications=30');
    const other = of(neighbour);
    await other.as('Ada').patch('/admin/settings', { retention: ['audit=365'] });
    await turn(0);
    await turn(1.01);
    const left = 'MATCH (e:AuditEntry {tenantId: $id}) WHERE e.sequence IS NOT NULL RETURN count(e) AS count';
    expect(await rows(left, { id: other.tenantId })).to.deep.equal([{ count: 0 }]);
    expect(await count('Notification')).to.be.above(1);
  });
});

describe('checkin retention', () => {
  it('counts what the setting, or other rules, would delete, and deletes nothing', async () => {
    // The command goes by the real clock.
    const since = Math.ceil((Date.now() - Date.parse(friday)) / dayMs);
    await set(`notifications=${since + 30}`);
    await of(acme).as('Bob').post('/summaries', aSummary());
    const before = await counts();
    const run = (...options: string[]) => checkin.run(['retention', '--tenant', of(acme).tenantId, ...options]);
    const { code, out, err } = await run();
    expect([code, out]).to.deep.equal([0, `notifications\t${since + 30}\t3\n`]);
    expect(err).to.equal('3 items are older than these rules. Nothing was deleted.\n');
    const asked = await run('--rules', `summaries=${since + 370},audit=${since + 365}`, '--json');
    expect(JSON.parse(asked.out)).to.deep.equal([
      { kind: 'summaries', days: since + 370, count: 3 },
      { kind: 'audit', days: since + 365, count: 4 },
    ]);
    expect((await run('--rules', 'summaries=3')).code).to.equal(2);
    expect(await counts()).to.deep.equal(before);
  });
});

// checkin org erase: everything by or about a person goes, nothing of anybody else's does, and nobody falls out of the line.
import path from 'node:path';
import { expect } from 'chai';
import { saveTrends } from '../../../src/features/trends/detect-trends.ts';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { openStorage } from '../../../src/platform/storage/storage.ts';
import {
  confirmImportOfEve,
  eve,
  eveAddress as address,
  eveDrawing,
  fillAboutEve,
  sent,
} from '../../support/person-with-data.ts';
import { company, fingerprint, type Company } from '../../support/company.ts';
import { askAs, type Requested } from '../../support/conditions.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { settled } from '../../support/outbox.ts';
import { aProfile } from '../../support/profile.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';
import { tracesOf } from '../../support/traces.ts';
import { filesOf, upload } from '../../support/upload.ts';

const api = service();
const { run } = shell();
let acme: Company;
const mailbox = sharedInbox();

before(async () => {
  await endDueEvents(api);
});
beforeEach(async () => {
  acme = await company(api, eveDrawing);
});

const erase = (email = address, ...more: string[]) => run(['org', 'erase', email, '--tenant', acme.tenantId, ...more]);
const statement = (text: string) => {
  const her = acme.people.find(({ name }) => name === eve)?.id ?? null;
  return acme.statement(text, { eve: her });
};
/** Every word that must not be found afterwards: who she is, and a marker of each thing written by or about her. */
const wordsOf = (of: Company): string[] => [of.id(eve), eve, address, 'marker-'];

/** Lets a worker do all that is due. */
async function work(...tenants: Company[]): Promise<void> {
  const worker = startInProcessWorker(api, { ses: mailbox.url });
  await Promise.all(tenants.map((of) => settled(api, of))).finally(() => worker.stop());
}

/** How many mails that name her the inbox has ever got. */
async function mailsNamingHer(): Promise<number> {
  const { emails } = (await (await fetch(`${mailbox.url}/store`)).json()) as { emails: unknown[] };
  return emails.filter((mail) => JSON.stringify(mail).includes('Quillfeather')).length;
}

describe('checkin org erase', () => {
  it('deletes the recorded answers to requests of theirs and about them, empties those that name them, and no others', async () => {
    const ask = (name: string, method: string, path: string, body: unknown): Promise<Requested> =>
      askAs(api, acme, name)(method, path, { 'idempotency-key': `${name} ${path}` }, body);
    const made = await ask(eve, 'POST', '/summaries', aSummary({ proud: 'marker-proud' }));
    const response = `/summaries/${String(made.body['id'])}/response`;
    const manager = `/admin/org-chart/users/${acme.id(eve)}/manager`;
    const nomination = { nomineeUserId: acme.id(eve), reason: 'Kind.' };
    const answers = [
      made,
      await ask('Bob', 'POST', response, { body: 'marker-response' }),
      await ask('Dan', 'POST', '/mvp/nominations/individual', nomination),
      await ask('Ada', 'PUT', manager, { managerId: acme.id('Bob') }),
      await ask('Dan', 'PUT', manager, { managerId: acme.id('Bob') }),
      await ask('Dan', 'POST', '/goals', aGoal()),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 200, 403, 201]);
    const erasure = { tenantId: acme.tenantId, userId: acme.id(eve), now: new Date(friday), dryRun: false };
    await erasePerson(openErasureServices(api.graph, api.config), erasure);
    expect(await tracesOf(api, acme.tenantId, wordsOf(acme))).to.not.include('IdempotencyRecord.body');
    const kept = await statement(
      'MATCH (r:IdempotencyRecord {tenantId: $tenantId}) RETURN r.body AS body ORDER BY body',
    );
    expect(kept).to.deep.equal([{ body: '' }, { body: answers[5]?.text }]);
  });

  it('makes no request a second time whose answer has a name as a word, and leaves answers that have it in a word', async () => {
    const other = await company(api, 'Ada (admin)\n  Al\n  Bo');
    const ask = (title: string): Promise<Requested> =>
      askAs(api, other, 'Bo')('POST', '/goals', { 'idempotency-key': title }, aGoal({ title }));
    const titles = ['Also finish the Algolia work', 'Ask Al about the budget'] as const;
    const kept = await ask(titles[0]);
    const named = await ask(titles[1]);
    expect([kept.status, named.status]).to.deep.equal([201, 201]);
    const erasure = { tenantId: other.tenantId, userId: other.id('Al'), now: new Date(friday), dryRun: false };
    await erasePerson(openErasureServices(api.graph, api.config), erasure);
    const records = await other.statement(
      'MATCH (r:IdempotencyRecord {tenantId: $tenantId}) RETURN r.body AS body, r.location IS NULL AS isBare ORDER BY body',
    );
    expect(records).to.deep.equal([
      { body: '', isBare: true },
      { body: kept.text, isBare: false },
    ]);
    const { status, body } = await ask(titles[1]);
    expect([status, body['code']]).to.deep.equal([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(body['message']).to.match(/somebody whose data was erased since. It is not made again\.$/);
    expect(await ask(titles[0])).to.have.nested.property('headers.idempotency-replayed', 'true');
    const [goals] = await other.statement('MATCH (g:Goal {tenantId: $tenantId}) RETURN count(g) AS count');
    expect(goals).to.deep.equal({ count: 2 });
  });

  it('leaves nothing but ids in the audit trail, tells nobody of them any more, and touches no neighbour', async () => {
    const neighbour = await company(api, eveDrawing);
    for (const tenant of [acme, neighbour]) await fillAboutEve(api, tenant);
    await work(acme, neighbour);
    for (const tenant of [acme, neighbour]) await confirmImportOfEve(tenant);
    await sent(acme.as(eve).post('/summaries', aSummary({ weekStart: '2026-11-09', proud: 'marker-pending' })));
    await sent(acme.as('Ada').put(`/admin/org-chart/users/${acme.id(eve)}/manager`, { managerId: acme.id('Ada') }));
    const places = await tracesOf(api, acme.tenantId, wordsOf(acme));
    expect(places).to.include.members([
      'User.id',
      'User.name',
      'User.email',
      'Summary.userId',
      'Summary.proud',
      'Response.body',
      'Goal.title',
      'Nomination.nominatorId',
      'Nomination.reason',
      'Notification.text',
      'Notification.payload',
      'ImportJob.userId',
      'Notification.userId',
      'Notification.aboutIds',
      'ImportJob.adminId',
      'Profile.fields',
      'Motivators.scores',
      'OutboxEvent.actorId',
      'OutboxEvent.recipientIds',
      'OutboxEvent.payload',
      'OutboxEvent.key',
      'TrendFlag.subjectId',
      'TrendFlag.weekWriters',
      'TrendRun.told',
      'AuditEntry.userId',
    ]);
    const mails = await mailsNamingHer();
    expect(mails).to.be.greaterThan(0);
    const [before, theirs] = await Promise.all([statement(othersThings), fingerprint(api, neighbour.tenantId)]);
    const [files, theirFiles] = [acme, neighbour].map(({ tenantId }) => filesOf(api, tenantId));
    expect([files?.length, theirFiles?.length]).to.deep.equal([3, 3]);

    const { code, out, err } = await erase(address.toUpperCase(), '--yes');
    expect([code, err]).to.deep.equal([0, `Erased ${address}.\n`]);
    expect(
      Object.fromEntries(
        out
          .trim()
          .split('\n')
          .map((line) => line.split('\t')),
      ),
    ).to.include({
      summaries: '2',
      responses: '2',
      answers: '1',
      goals: '1',
      nominations: '3',
      profile: '1',
      motivators: '1',
      imports: '2',
      flags: '1',
    });
    expect(await tracesOf(api, acme.tenantId, wordsOf(acme))).to.deep.equal([
      'AuditEntry.actorId',
      'AuditEntry.fromManagerId',
      'AuditEntry.userId',
      'ChangeEntry.subjectId',
    ]);
    const trail = await statement(
      `MATCH (a:AuditEntry {tenantId: $tenantId, action: 'person.erased'}) RETURN properties(a) AS entry`,
    );
    expect(trail).to.have.length(1);
    expect(trail[0]?.['entry']).to.include({ userId: acme.id(eve), actorId: 'operator' });
    expect(filesOf(api, acme.tenantId)).to.have.length(1);
    expect(await statement(othersThings)).to.deep.equal(before);
    expect(await fingerprint(api, neighbour.tenantId)).to.deep.equal(theirs);
    expect(filesOf(api, neighbour.tenantId)).to.deep.equal(theirFiles);
    expect((await run(['org', 'check', '--tenant', acme.tenantId])).out).to.not.include('fault');

    await work(acme); // what was on its way ends, and nothing more is told of her
    expect(await mailsNamingHer()).to.equal(mails);
    expect(await tracesOf(api, acme.tenantId, wordsOf(acme))).to.satisfy((left: string[]) =>
      left.every((place) => /^(AuditEntry|ChangeEntry)\./.test(place)),
    );
    expect((await acme.as(eve).get('/goals/board')).status).to.equal(401);

    const again = await erase(address, '--yes');
    expect([again.code, again.out]).to.deep.equal([1, '']);
    expect(again.err).to.equal(`Nobody in this tenant has the address "${address}".\n`);
  });

  it('says so when the store of files does not answer: the person is erased, the worker takes the files', async () => {
    const { pdf } = await aProfile('erase', { person: { name: eve } });
    await upload(api, acme, { as: 'Ada', of: eve, pdf });
    const blocked = openStorage({ FILES_DIR: path.join(import.meta.filename, 'no-folder') });
    const wish = { tenantId: acme.tenantId, userId: acme.id(eve), now: new Date(friday), dryRun: false };
    const erased = await erasePerson({ ...openErasureServices(api.graph, api.config), files: blocked }, wish);
    expect(erased).to.include({ imports: 1, filesLeft: 1 });
    expect((await erase(address, '--yes')).err).to.equal(`Nobody in this tenant has the address "${address}".\n`);
  });

  it('only counts without --yes, and changes nothing', async () => {
    await fillAboutEve(api, acme);
    await work(acme);
    const before = [await fingerprint(api, acme.tenantId), filesOf(api, acme.tenantId)];
    const dry = await erase();
    expect(dry.code).to.equal(2);
    expect(dry.err).to.match(/^error: this deletes them permanently; add --yes to do it/);
    expect([await fingerprint(api, acme.tenantId), filesOf(api, acme.tenantId)]).to.deep.equal(before);
    expect((await erase(address, '--yes')).out).to.equal(dry.out);
  });

  it('is refused while somebody active reports to them, and says who', async () => {
    const refused = await erase('bob@example.test', '--yes');
    expect([refused.code, refused.out]).to.deep.equal([1, '']);
    expect(refused.err).to.equal(
      '3 active people report to bob@example.test (dan@example.test, eve.quillfeather@example.test, ' +
        'fay@example.test): move them first (checkin org move … --to …).\n',
    );
    const dry = await erase('bob@example.test');
    expect([dry.code, dry.err]).to.deep.equal([1, refused.err]);
  });

  it('puts those who have left under the next manager, with an audit entry each', async () => {
    expect((await erase(address, '--yes')).code).to.equal(0);
    const rows = await statement(
      `MATCH (u:User {tenantId: $tenantId, name: 'Old'})-[:REPORTS_TO]->(m)
       MATCH (a:AuditEntry {tenantId: $tenantId, userId: u.id})
       RETURN m.name AS manager, a.action AS action, a.fromManagerId AS from, a.toManagerId AS to`,
    );
    expect(rows).to.deep.equal([
      { manager: 'Bob', action: 'reporting-line.move', from: acme.id(eve), to: acme.id('Bob') },
    ]);
  });

  it('deletes the past lines to and from them, so that others had no manager at that time', async () => {
    const move = (who: string, to: string) =>
      acme.as('Ada').put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(to) });
    for (const [who, to] of [
      ['Dan', eve],
      ['Dan', 'Bob'],
      [eve, 'Ada'],
    ] as const)
      expect((await move(who, to)).status, `${who} → ${to}`).to.equal(200);
    expect((await erase(address, '--yes')).code).to.equal(0);
    const rows = await statement(
      `MATCH (u:User {tenantId: $tenantId, name: 'Dan'})-[line:REPORTS_TO|REPORTED_TO]->(m)
       RETURN type(line) AS type, m.name AS manager ORDER BY type`,
    );
    expect(rows).to.deep.equal([
      { type: 'REPORTED_TO', manager: 'Bob' },
      { type: 'REPORTS_TO', manager: 'Bob' },
    ]);
  });

  it('is refused at the top while somebody who has left hangs below', async () => {
    acme = await company(api, 'Zed\n  Gone †\n    Bob\nYan');
    const refused = await erase('zed@example.test', '--yes');
    expect(refused.code).to.equal(1);
    expect(refused.err).to.match(
      /^1 person who has left is below zed@example\.test, who has no manager to take them over/,
    );
    expect((await erase('yan@example.test', '--yes')).code).to.equal(0);
  });

  it('also erases somebody who has left', async () => {
    expect((await erase('old@example.test', '--yes')).code).to.equal(0);
    expect(await tracesOf(api, acme.tenantId, [acme.id('Old'), 'old@example'])).to.deep.equal([
      'AuditEntry.userId',
      'ChangeEntry.subjectId',
    ]);
  });

  it('keeps notifications about a namesake', async () => {
    acme = await company(api, 'Bob\n  Kim\n  Dee');
    await statement("MATCH (u:User {tenantId: $tenantId, name: 'Dee'}) SET u.name = 'Kim'");
    for (const who of ['Kim', 'Dee']) await sent(acme.as(who).post('/summaries', aSummary()));
    await work(acme);
    expect((await erase('kim@example.test', '--yes')).code).to.equal(0);
    const told = await statement('MATCH (n:Notification {tenantId: $tenantId}) RETURN n.aboutIds AS about');
    expect(told).to.deep.equal([{ about: [acme.id('Dee')] }]);
  });

  it('keeps the notice of a summary whose author reports to somebody else by now', async () => {
    acme = await company(api, 'Ada (admin)\n  Bob\n    Dan\n  Eve');
    await sent(acme.as('Dan').post('/summaries', aSummary()));
    await sent(acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Dan')}/manager`, { managerId: acme.id('Eve') }));
    expect((await erase('bob@example.test', '--yes')).code).to.equal(0);
    await work(acme);
    const told = await statement(
      "MATCH (n:Notification {tenantId: $tenantId, type: 'weekly_summary.submitted'}) RETURN n.userId AS id",
    );
    expect(told).to.deep.equal([{ id: acme.id('Eve') }]);
  });

  it('lets an import continue that they started for somebody else', async () => {
    const { pdf } = await aProfile('erase', { person: { name: 'Dan' } });
    const { body } = await upload(api, acme, { as: eve, of: 'Dan', pdf });
    expect((await erase(address, '--yes')).code).to.equal(0);
    await work(acme);
    const job = await sent(acme.as('Ada').get(`/admin/users/${acme.id('Dan')}/insights/import/${body.jobId}`));
    expect(job['status']).to.equal('parsed');
    const ends = await statement('MATCH (e:OutboxEvent {tenantId: $tenantId}) RETURN DISTINCT e.status AS status');
    expect(ends).to.deep.equal([{ status: 'done' }]);
  });

  it('hides a department’s flag as if the erased person still counted', async () => {
    const flags = async () => (await acme.as('Bob').get<unknown[]>('/summaries/insights/trends')).body.length;
    const writers = [acme.id('Bob'), acme.id('Dan'), acme.id(eve)];
    const figures = {
      direction: 'down',
      n: 26,
      recentMean: 2,
      baselineMean: 4,
      effectSize: -1,
      p: 0.01,
      adjustedP: 0.01,
      start: { weeksAgo: 3, earliest: 4, latest: 2 },
      series: [{ weeksAgo: 0, value: 2 }],
    };
    const flag = { scope: 'department', subject: 'Care', name: 'Care', dimension: 'qualityOfWork', ...figures };
    const found = { weekStart: '2026-11-09', people: 6, erasures: 0 };
    const kept = { ...found, flags: [{ ...flag, weekWriters: [writers.join()] }] as never };
    await saveTrends(api.graph, acme.tenantId, kept, { now: friday, notify: false });
    expect(await flags()).to.equal(1);
    expect((await erase(address, '--yes')).code).to.equal(0);
    expect(await flags()).to.equal(0);
    const late = await saveTrends(api.graph, acme.tenantId, kept, { now: friday, notify: false }).catch(String);
    expect(late).to.match(/A person was erased during the detection/);
  });
});

/** Everything of the others that an erasing must leave as it is; the time of the last change is of those who move. */
const othersThings = `
  MATCH (n {tenantId: $tenantId})
  WHERE n:Team OR n:Goal AND n.userId <> $eve OR n:Summary AND n.userId <> $eve OR n:User AND n.id <> $eve
    OR n:Notification AND n.userId <> $eve AND NOT $eve IN coalesce(n.aboutIds, []) AND NOT n.payload CONTAINS 'Quillfeather'
    OR n:ImportJob AND n.userId <> $eve OR n:Nomination AND n.teamName = 'Two'
    OR n:TrendFlag AND n.scope = 'individual' AND n.subjectId <> $eve
  RETURN labels(n)[0] AS kind, properties(n {.*, adminId: null, updatedAt: null}) AS properties ORDER BY kind, n.id, n.name`;

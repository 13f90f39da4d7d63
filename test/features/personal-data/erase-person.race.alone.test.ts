// Erasing somebody while others write to them, about them and for them: whatever comes first, nothing of it stays.
import { expect } from 'chai';
import { detectTrends, saveTrends } from '../../../src/features/trends/detect-trends.ts';
import { openWeeklyRuns } from '../../../src/features/schedules/weekly-runs.ts';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { casesOf } from '../../support/cases.ts';
import { checkIn, downBy, lastWeek } from '../../support/check-ins.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker, type InProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { holdLocks, untilBlocked, untilOneIsBlocked } from '../../support/locks.ts';
import { rowsOf, settled } from '../../support/outbox.ts';
import { aGoal, aQuestion, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { tracesOf } from '../../support/traces.ts';
import { until } from '../../support/until.ts';
import { filesOf, upload } from '../../support/upload.ts';

const api = service();
const eve = 'Eve Quillfeather';
const rounds = casesOf(import.meta, 8, 25);
const mailbox = sharedInbox();
let worker: InProcessWorker;
/** What the worker does between making a notification and storing it. */
let beforeDelivery = (_rows: unknown): Promise<unknown> => Promise.resolve();
const bind: typeof api.graph.bind = (scope) => {
  const graph = api.graph.bind(scope);
  const write: typeof graph.write = async (...call) => {
    if (call[0] === 'notifications/deliver') await beforeDelivery(call[1].rows);
    return graph.write(...call);
  };
  return { ...graph, write };
};
before(async () => {
  await endDueEvents(api);
  worker = startInProcessWorker({ ...api, graph: { ...api.graph, bind } }, { ses: mailbox.url });
});
after(async () => {
  await worker.stop();
});

const drawn = (): Promise<Company> =>
  company(api, `Ada [Board] (admin, people_team)\n  Bob [Care]\n    ${eve} [Care]\n    Dan [Care]`);
const erase = (of: Company, services = openErasureServices(api.graph, api.config)): Promise<unknown> =>
  erasePerson(services, { tenantId: of.tenantId, userId: of.id(eve), now: new Date(), dryRun: false });
const traces = async (of: Company): Promise<string[]> =>
  (await tracesOf(api, of.tenantId, [of.id(eve), 'Quillfeather', 'marker-'])).filter(
    (place) => !/^(AuditEntry|ChangeEntry)\./.test(place),
  );
/** A promise that is kept after so many turns of the loop, so that each round comes at another moment. */
const later = async <T>(turns: number, work: () => Promise<T>): Promise<T> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
  return work();
};

/** Asks Eve a question, and returns the request by which she answers it. */
async function askEve(acme: Company): Promise<{ questionId: string; answer: () => Promise<{ status: number }> }> {
  const question = await acme.as('Ada').post('/questions', aQuestion({ from: '2026-11-16' }));
  const questionId = String(question.body['id']);
  const body = { answers: [{ questionId, text: 'marker-answer' }] };
  return { questionId, answer: () => acme.as(eve).put('/me/answers/2026-11-16', body) };
}

describe('erasing somebody while others write', () => {
  it('leaves no trace in either order, and answers every request with its true outcome', async () => {
    const answers = new Set<string>();
    // in the round after the last one, the erasure begins when everything has been answered
    for (let round = 0; round <= rounds; round += 1) {
      const acme = await drawn();
      const { body } = await acme.as(eve).post<{ id: string }>('/summaries', aSummary({ proud: 'marker-past' }));
      const { answer } = await askEve(acme);
      const requests: [string, () => Promise<{ status: number }>][] = [
        ['answers', answer],
        ['summary', () => acme.as(eve).post('/summaries', aSummary({ weekStart: '2026-11-09', proud: 'marker' }))],
        ['edit', () => acme.as(eve).patch(`/summaries/${body.id}`, aSummary({ proud: 'marker-edit' }))],
        ['response', () => acme.as('Bob').post(`/summaries/${body.id}/response`, { body: 'marker-response' })],
        ['goal', () => acme.as(eve).post('/goals', aGoal({ title: 'marker-goal' }))],
        [
          'nomination',
          () =>
            acme
              .as('Dan')
              .post('/mvp/nominations/individual', { nomineeUserId: acme.id(eve), reason: 'marker-reason' }),
        ],
        [
          'nominating',
          () =>
            acme
              .as(eve)
              .post('/mvp/nominations/individual', { nomineeUserId: acme.id('Dan'), reason: 'marker-reason' }),
        ],
        ['import', () => upload(api, acme, { as: 'Ada', of: eve, pdf: '%PDF-1.7 marker' })],
        [
          'move',
          () => acme.as('Ada').put(`/admin/org-chart/users/${acme.id(eve)}/manager`, { managerId: acme.id('Dan') }),
        ],
      ];
      const sent = Promise.all(requests.map(async ([name, send]) => `${name} ${(await send()).status}`));
      const eraseThen = (): Promise<unknown> =>
        round === rounds ? sent.then(() => erase(acme)) : later(Math.round((round * 100) / rounds), () => erase(acme));
      const [erased, rest] = await Promise.all([eraseThen(), sent]);
      expect(erased).to.be.an('object');
      for (const answer of rest) answers.add(answer);
      await until(
        () => rowsOf(api, acme),
        (rows) => rows.every(({ status }) => status !== 'pending'),
      );
      expect(await traces(acme), `round ${round}`).to.deep.equal([]);
      expect(filesOf(api, acme.tenantId), `round ${round}`).to.deep.equal([]);
    }
    expect([...answers].filter((answer) => answer.endsWith(' 500'))).to.deep.equal([]);
    expect([...answers]).to.include.members(['summary 201', 'goal 201', 'answers 200', 'nomination 201', 'import 202']);
    expect([...answers].some((answer) => / (401|403|404|503|400)$/.test(answer))).to.equal(true);
  });

  it('finds what a delivery has written that was under way when the erasure began', async () => {
    const acme = await drawn();
    const people = { tenantId: acme.tenantId, eve: acme.id(eve), bob: acme.id('Bob') };
    await acme.statement(
      `CREATE (:OutboxEvent:$($label) {tenantId: $tenantId, id: randomUUID(), key: 'about-eve', type: 'nomination.received',
         queue: 'notifications', status: 'pending', attempts: 0, createdAt: datetime(), dueAt: datetime('2999-01-01T00:00:00Z'),
         recipientIds: [$bob], aboutIds: [$eve]})`,
      people,
    );
    const commit = await holdLocks(api, [
      `MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'about-eve'})
       SET event.id = event.id
       CREATE (:Notification {tenantId: $tenantId, id: randomUUID(), eventId: event.id, userId: $bob, type: event.type,
         title: 'Eve Quillfeather', aboutIds: [$eve], unread: true, createdAt: datetime()})`,
      people,
    ]);
    const erased = erase(acme);
    await untilOneIsBlocked(api.graph); // the erasure, before the event
    await commit();
    await erased;
    expect(await traces(acme)).to.deep.equal([]);
  });

  it('finds the answers that were being written when the erasure began', async () => {
    const acme = await drawn();
    const { questionId, answer } = await askEve(acme);
    const commit = await holdLocks(api, [
      'MATCH (question:Question {id: $questionId}) SET question.id = $questionId',
      { questionId },
    ]);
    const answered = answer();
    await untilOneIsBlocked(api.graph); // the answers, before the question
    const erased = erase(acme);
    await untilBlocked(api.graph, 2); // the erasure, before the person
    await commit();
    expect((await answered).status).to.be.oneOf([200, 401]); // written, and read again before or after the erasure
    await erased;
    expect(await traces(acme)).to.deep.equal([]);
  });

  it('refuses answers that waited for its end', async () => {
    const acme = await drawn();
    const { answer } = await askEve(acme);
    let answered = Promise.resolve({ status: 0 });
    const services = openErasureServices(api.graph, api.config);
    const append: typeof services.erasures.append = async (entry) => {
      await services.erasures.append(entry); // before the commit
      answered = answer();
      await untilOneIsBlocked(api.graph);
    };
    await erase(acme, { ...services, erasures: { ...services.erasures, append } });
    expect((await answered).status).to.equal(401);
    expect(await traces(acme)).to.deep.equal([]);
  });

  it('never erases somebody from above a report who comes at the same moment', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const acme = await drawn();
      const [erased, moved] = await Promise.all([
        later(round * 6, () =>
          erase(acme).then(
            () => 'erased',
            () => 'refused',
          ),
        ),
        acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Dan')}/manager`, { managerId: acme.id(eve) }),
      ]);
      const [row] = await acme.statement(
        `MATCH (dan:User {tenantId: $tenantId, name: 'Dan'}) RETURN [(dan)-[:REPORTS_TO]->(m) | m.name] AS managers`,
      );
      expect(row?.['managers']).to.deep.equal([erased === 'erased' ? 'Bob' : eve]);
      ends.add(`${erased} ${moved.status}`);
    }
    expect(
      [...ends].every((end) => /^(erased (404|503)|refused 200)$/.test(end)),
      [...ends].join(),
    ).to.equal(true);
  });

  it('lets no detection of trends bring back whom it had looked at before', async () => {
    const acme = await drawn();
    await checkIn(api, acme, { [eve]: downBy(3), Dan: () => 0, Bob: () => 0 });
    const found = await detectTrends(api.graph.bind({ tenantId: acme.tenantId }), lastWeek);
    expect(found.flags.map(({ subject }) => subject)).to.include(acme.id(eve));
    await erase(acme);
    const kept = await saveTrends(api.graph, acme.tenantId, found, { now: '2026-11-20T10:00:00Z', notify: true }).catch(
      String,
    );
    expect(kept).to.match(/A person was erased during the detection/);
    expect(await traces(acme)).to.deep.equal([]);
  });

  for (const moment of ['before it is stored', 'and is committed while it is stored']) {
    it(`has a digest made again without them when it comes ${moment}`, async () => {
      const acme = await drawn();
      const made = Promise.withResolvers<void>();
      const resumed = Promise.withResolvers<void>();
      beforeDelivery = async (rows) => {
        if (!JSON.stringify(rows).includes('Quillfeather')) return;
        made.resolve();
        await resumed.promise;
      };
      const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'; // today may be a Sunday
      await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.workingDays = $days', { days });
      await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-23', new Date().toISOString());
      await made.promise;
      const services = openErasureServices(api.graph, api.config);
      const append: typeof services.erasures.append = async (entry) => {
        await services.erasures.append(entry); // before the commit
        if (moment === 'before it is stored') return;
        resumed.resolve();
        await untilOneIsBlocked(api.graph);
      };
      await erase(acme, { ...services, erasures: { ...services.erasures, append } });
      resumed.resolve();
      const rows = await settled(api, acme);
      expect(await traces(acme)).to.deep.equal([]);
      expect(rows.filter(({ status }) => status !== 'done')).to.deep.equal([]);
      const digests = await acme.statement(
        `MATCH (n:Notification {tenantId: $tenantId, type: 'digest.weekly'}) RETURN n.id AS id, n.payload AS payload`,
      );
      const missing = digests.map(({ payload }) => (JSON.parse(String(payload)) as { missing: string[] }).missing);
      expect(missing).to.have.deep.members([['Ada', 'Bob', 'Dan'], ['Dan']]); // to Ada and to Bob
      for (const { id } of digests) {
        const mails = await mailbox.mails(String(id));
        expect(mails).to.have.length(1);
        expect(JSON.stringify(mails)).to.not.include('Quillfeather');
      }
    });
  }
});

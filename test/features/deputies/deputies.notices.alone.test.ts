// A power tells who has it: deputies hear when they are named, when it begins and when it has ended; who counts on them, that they left.
import { expect } from 'chai';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const api = service();
const mailbox = sharedInbox();
let acme: Company;

beforeEach(async () => {
  await endDueEvents(api);
  acme = await company(api, 'Ada (admin)\n  Bob\n    Cy\n    Dee\n  Max');
  for (const who of ['Cy', 'Dee']) await acme.as(who).post('/summaries', aSummary());
  await endDueEvents(api);
});

const name = async (who: string, of: string, from: string, to: string, by = of, rights = ['read', 'answer']) => {
  const path = `/users/${acme.id(of)}/deputies/${acme.id(who)}`;
  const answer = await acme.as(by).put(path, { from, to, rights });
  expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
};
const end = async (who: string, of: string): Promise<void> => {
  expect((await acme.as(of).delete(`/users/${acme.id(of)}/deputies/${acme.id(who)}`)).status).to.equal(204);
};
/** Lets the worker do what is due at this time. Returns what the person has got about deputies since the last look, in the order of times. */
async function hear(who: string, now = api.clock.now): Promise<string[]> {
  api.clock.now = now;
  const worker = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(now) });
  const soon = new Date(Date.parse(now) + 10 * 60_000).toISOString(); // what a worker has taken is due a little later
  await until(
    () =>
      acme.statement(
        `MATCH (e:OutboxEvent {tenantId: $tenantId, status: 'pending'}) WHERE e.id IS NOT NULL AND e.dueAt < datetime($soon)
           AND e.type <> 'weekly_summary.handed_over'
         RETURN e.type AS type, e.error AS error, toString(e.dueAt) AS dueAt`,
        { soon },
      ),
    (rows) => rows.length === 0,
  ).finally(() => worker.stop());
  const rows = await acme.statement(
    `MATCH (n:Notification {tenantId: $tenantId, userId: $id}) WHERE n.type STARTS WITH 'deputy.' AND n.isHeard IS NULL
     SET n.isHeard = true RETURN n.title AS title ORDER BY n.createdAt, title`,
    { id: acme.id(who) },
  );
  return rows.map(({ title }) => String(title));
}

describe('a deputy', () => {
  it('is told when they are named, with what waits for a response, and when it is over', async () => {
    await name('Max', 'Bob', '2026-11-20', '2026-11-24');
    expect(await hear('Max')).to.deep.equal(['You act for Bob: 2 weekly summaries wait']);
    await name('Max', 'Bob', '2026-11-20', '2026-11-24'); // nothing changes
    expect(await hear('Max')).to.deep.equal([]);
    expect(await hear('Bob')).to.deep.equal([]);
    expect(await hear('Max', '2026-11-24T22:00:00.000Z')).to.deep.equal([]);
    expect(await hear('Max', '2026-11-24T23:00:00.000Z')).to.deep.equal(['You no longer act for Bob']); // midnight in Berlin
  });

  it('is told again when a term that was named before begins', async () => {
    await name('Max', 'Bob', '2026-11-23', '2026-11-24', 'Ada');
    expect(await hear('Max')).to.deep.equal(['You act for Bob']);
    expect(await hear('Bob')).to.deep.equal(['Max is your deputy']);
    expect(await hear('Max', '2026-11-22T23:00:00.000Z')).to.deep.equal(['You act for Bob: 2 weekly summaries wait']);
  });

  it('is told when it is withdrawn, and of nothing that is not so any more', async () => {
    await name('Max', 'Bob', '2026-11-23', '2026-11-24');
    await end('Max', 'Bob');
    expect(await hear('Max')).to.deep.equal(['You no longer act for Bob']);
    expect(await hear('Max', '2026-11-22T23:00:00.000Z')).to.deep.equal([]);
    await name('Max', 'Bob', '2026-11-23', '2026-11-27');
    expect(await hear('Max')).to.deep.equal(['You act for Bob: 2 weekly summaries wait']);
    const longer = await hear('Max', '2026-11-24T23:00:00.000Z'); // the end of the first term
    expect(longer).to.deep.equal([]);
    await end('Max', 'Bob');
    expect(await hear('Max')).to.deep.equal(['You no longer act for Bob']);
    expect(await hear('Max', '2026-11-27T23:00:00.000Z')).to.deep.equal([]);
  });

  it('is told when the manager leaves', async () => {
    await name('Max', 'Bob', '2026-11-20', '2026-11-24');
    await hear('Max');
    for (const who of ['Cy', 'Dee'])
      await acme.as('Ada').put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id('Ada') });
    expect((await acme.as('Ada').post(`/admin/users/${acme.id('Bob')}/deactivate`)).status).to.equal(200);
    expect(await hear('Max')).to.deep.equal(['You no longer act for Bob']);
    expect(await hear('Max', '2026-11-24T23:00:00.000Z')).to.deep.equal([]);
  });
});

describe('a deputy who leaves', () => {
  it('is shown as such in the list, and told to the manager and to who named them', async () => {
    await name('Max', 'Bob', '2026-11-20', '2026-11-24', 'Ada');
    await hear('Max');
    const list = async (): Promise<unknown[]> => {
      const { body } = await acme
        .as('Bob')
        .get<{ deputies: { hasLeft?: true }[] }>(`/users/${acme.id('Bob')}/deputies`);
      return body.deputies.map(({ hasLeft }) => hasLeft);
    };
    expect(await list()).to.deep.equal([undefined]);
    await hear('Bob');
    expect((await acme.as('Ada').post(`/admin/users/${acme.id('Max')}/deactivate`)).status).to.equal(200);
    expect(await list()).to.deep.equal([true]);
    expect(await hear('Bob')).to.deep.equal(['Max, the deputy of Bob, has left']);
    expect(await hear('Ada')).to.deep.equal(['Max, the deputy of Bob, has left']);
    expect(await hear('Max', '2026-11-24T23:00:00.000Z')).to.deep.equal([]);
  });
});

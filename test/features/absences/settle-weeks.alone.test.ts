// Excused weeks of everyone, after a change of what decides them: batch by batch, whoever is killed or changes more meanwhile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import pino from 'pino';
import { listExcusedWeeks, parseAbsence } from '../../../src/features/absences/rules.ts';
import { settleNext, startSettling } from '../../../src/features/absences/settle-weeks.ts';
import { getCalendar } from '../../../src/platform/settings/calendars.ts';
import { addDays } from '../../../src/platform/time/weeks.ts';
import { company, freshCompany, type Company } from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';
import { longestStretch } from '../../support/stretches.ts';
import { until } from '../../support/until.ts';

const api = service();
const count = 450;
const acme = freshCompany(api, 'Ada (admin)\n  Bob\n  Cy');
const today = friday.slice(0, 10);

type Person = { id: string; region?: string; workingDays?: string; absences: string[]; weeks: string[] };

/** Everybody has as many absences as a person may have: of single days, every tenth of whole weeks. */
async function fill(tenant: Company, regions: (string | null)[] = [null]): Promise<void> {
  const days = Array.from({ length: 100 }, (_, week) => addDays('2025-11-24', 7 * week));
  await tenant.statement(
    `UNWIND range(1, toInteger($count)) AS n
     CREATE (:User:$($label) {tenantId: $tenantId, id: randomUUID(), email: 'n' + n + '@a.example', name: 'N' + n, sortName: 'n' + n,
       roles: [], active: n % 7 > 0, createdAt: datetime($now), updatedAt: datetime($now), region: $regions[n % size($regions)],
       absences: CASE n % 10 WHEN 0 THEN $whole ELSE [i IN range(0, size($days) - 1) | $days[i][n % 2] + '/' + $days[i][n % 2]] END})`,
    {
      count,
      now: friday,
      regions,
      days: days.map((day) => [day, addDays(day, 4)]),
      whole: days.map((day) => `${day}/${addDays(day, 4)}`),
    },
  );
}

const readEveryone = (tenant: Company): Promise<Person[]> =>
  tenant.statement(
    `MATCH (p:User {tenantId: $tenantId}) RETURN p.id AS id, p.region AS region, p.workingDays AS workingDays,
       coalesce(p.absences, []) AS absences, [week IN coalesce(p.excusedWeeks, []) | toString(week)] AS weeks ORDER BY id`,
  ) as unknown as Promise<Person[]>;

/** The people whose weeks are not those that follow from these settings. */
async function findUnsettled(tenant: Company, settings: object): Promise<string[]> {
  return (await readEveryone(tenant)).flatMap(({ id, absences, weeks, ...own }) => {
    const calendar = getCalendar({ ...own, tenant: settings });
    const right = listExcusedWeeks({ absences: absences.map(parseAbsence), before: [] }, calendar, today);
    return right.join() === weeks.join() ? [] : id;
  });
}

async function change(settings: object): Promise<void> {
  const answer = await acme.as('Ada').patch('/admin/settings', settings);
  expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
}
const settle = async (tenant: Company): Promise<void> => {
  while (await settleNext(api.graph, tenant.tenantId, friday)) continue;
};
const readNotes = async (): Promise<string[]> =>
  (await acme.as('Ada').get<{ findings: { message: string }[] }>('/admin/organisation/check')).body.findings
    .map(({ message }) => message)
    .filter((message) => message.includes('excused weeks'));

describe('excused weeks of everyone', () => {
  it('are derived batch by batch after a change of working days, which a check shows', async () => {
    await fill(acme);
    await change({ workingDays: 'Monday' });
    expect(await readNotes()).to.deep.equal(['the worker has yet to derive the excused weeks of 253 people again']);
    expect(await findUnsettled(acme, { workingDays: 'Monday' })).to.have.length.within(1, 253);
    expect(await settleNext(api.graph, acme.tenantId, friday)).to.equal(true);
    expect(await settleNext(api.graph, acme.tenantId, friday)).to.equal(false);
    expect(await findUnsettled(acme, { workingDays: 'Monday' })).to.deep.equal([]);
    expect(await readNotes()).to.deep.equal([]);
    expect(await settleNext(api.graph, acme.tenantId, friday), 'nothing is left').to.equal(false);
  });

  it('are those of the second change if it comes during the first one, and of no other tenant', async () => {
    const neighbour = await company(api, 'Zoe (admin)');
    await fill(neighbour);
    await fill(acme);
    await change({ workingDays: 'Monday' });
    await settleNext(api.graph, acme.tenantId, friday);
    await change({ regionWorkingDays: ['IL=Sunday'], workingDays: 'Friday' });
    await settle(acme);
    expect(await findUnsettled(acme, { workingDays: 'Friday', regionWorkingDays: ['IL=Sunday'] })).to.deep.equal([]);
    expect((await readEveryone(neighbour)).flatMap(({ weeks }) => weeks)).to.deep.equal([]);
  });

  it('are right after workers were killed in the middle of a batch, and two others went on beside each other', async () => {
    await fill(acme, [null, 'DE-BY']);
    await change({ workingDays: 'Monday', region: 'IT' });
    for (const batches of ['0', '1']) {
      await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.unsettledAfter = ''`);
      const worker = spawn(process.execPath, ['test/support/dying-settler.ts', friday, batches], { stdio: 'ignore' });
      expect((await once(worker, 'exit'))[1]).to.equal('SIGKILL');
    }
    const services = { graph: api.graph, now: () => new Date(friday), log: pino({ level: 'silent' }) };
    const loops = [startSettling(services), startSettling(services)];
    await until(readNotes, (notes) => notes.length === 0).finally(() => Promise.all(loops.map((loop) => loop.stop())));
    expect(await findUnsettled(acme, { workingDays: 'Monday', region: 'IT' })).to.deep.equal([]);
  });

  it('hold the event loop for no long stretch, of whatever region people are', async () => {
    const far = ['TW', 'HK', 'CN', 'VN', 'KR', 'LK', 'SG', 'MY'];
    await fill(acme, far);
    await change({ language: 'de' });
    const held = await longestStretch(async () => {
      await change({ workingDays: 'Tuesday', region: 'TW' });
      await settle(acme);
      const { status } = await acme.as('Ada').patch(`/admin/users/${acme.id('Bob')}`, { region: 'IN' });
      expect(status).to.equal(200);
    });
    expect(await findUnsettled(acme, { workingDays: 'Tuesday', region: 'TW' })).to.deep.equal([]);
    expect(held, 'ms of processor time between two turns').to.be.below(50);
  });

  it('count absences that somebody changes while their batch is derived', async () => {
    await fill(acme);
    await change({ workingDays: 'Monday' });
    const [last] = (await readEveryone(acme)).filter(({ absences }) => absences.length > 0).slice(-1);
    const absences = [{ from: '2026-11-16', to: '2026-11-16' }];
    let changing: Promise<unknown> | undefined;
    const during: typeof api.graph = {
      ...api.graph,
      transaction: (scope, work) =>
        api.graph.transaction(scope, (tx) =>
          work({
            ...tx,
            async rows(...call) {
              const rows = await tx.rows(...call);
              if (call[0] === 'absences/list_unsettled')
                changing ??= acme.as('Ada').put(`/users/${last?.id}/absences`, { absences });
              return rows as never;
            },
          }),
        ),
    };
    while (await settleNext(during, acme.tenantId, friday)) continue;
    expect(((await changing) as { status: number }).status).to.equal(200);
    expect(await findUnsettled(acme, { workingDays: 'Monday' })).to.deep.equal([]);
    expect((await readEveryone(acme)).find(({ id }) => id === last?.id)?.weeks).to.deep.equal(['2026-11-16']);
  });
});

// The org chart as of an earlier time: what was drawn then is drawn again, by the permissions of today.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createRandom } from '../../../scripts/tools/random.ts';
import { dayOrInstantExpected } from '../../../src/platform/schema/values.ts';
import type { ChartRow } from '../../../src/platform/schema/people.ts';
import { exportPeople } from '../../../src/features/organisation/import/export.ts';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { movePeople, readMoves } from '../../../src/features/organisation/people/move-people.ts';
import { company, refusal, type Answer, freshCompany } from '../../support/company.ts';
import { header } from '../../support/organisation.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob\n    Cy\n      Dee\n  Eve\nPia (people_team)');
const neighbour = freshCompany(api, 'Zed (admin)\n  Yan');

const read = (who: string, query: Record<string, string> = {}, of = acme): Promise<Answer<ChartRow[]>> =>
  of.as(who).get<ChartRow[]>(`/org/chart?${new URLSearchParams(query).toString()}`);
const nameOf = (id: string | undefined): string => acme.people.find((one) => one.id === id)?.name ?? '-';
const draw = ({ body }: Answer<ChartRow[]>): string[] =>
  body.map(
    ({ name, managerId, depth, reports, below }) => `${name} < ${nameOf(managerId)} ${depth} ${reports}/${below}`,
  );
const moveAt = async (now: string, who: string, under: string): Promise<void> => {
  api.clock.now = now;
  const body = { managerId: acme.id(under) };
  expect((await acme.as('Ada').put(`/admin/org-chart/users/${acme.id(who)}/manager`, body)).status).to.equal(200);
};

describe('GET /org/chart?asOf=', () => {
  it('draws the lines of that instant: a move counts from its very millisecond', async () => {
    const before = draw(await read('Ada'));
    await moveAt('2026-11-20T10:00:00.000Z', 'Cy', 'Eve');
    const after = draw(await read('Ada'));
    await moveAt('2026-11-20T10:00:05.000Z', 'Cy', 'Ada');
    const asOf = async (time: string): Promise<string[]> => draw(await read('Ada', { asOf: time }));
    expect(before).to.include('Cy < Bob 2 1/1');
    expect(after).to.include('Cy < Eve 2 1/1');
    expect(await asOf('2026-11-20T09:59:59.999Z')).to.deep.equal(before);
    expect(await asOf('2026-11-20T10:00:00Z')).to.deep.equal(after);
    expect(await asOf('2026-11-20T12:00:04.999+02:00')).to.deep.equal(after);
    expect(await asOf('2026-11-20T10:00:05.000Z')).to.deep.equal(draw(await read('Ada')));
  });

  it("takes a date for the end of the day in the tenant's time zone, and today for now", async () => {
    const before = draw(await read('Ada'));
    await moveAt('2026-11-18T23:00:00.000Z', 'Cy', 'Eve'); // midnight in Berlin
    const after = draw(await read('Ada'));
    api.clock.now = friday;
    expect(draw(await read('Ada', { asOf: '2026-11-18' }))).to.deep.equal(before);
    for (const asOf of ['2026-11-19', '2026-11-20']) expect(draw(await read('Ada', { asOf }))).to.deep.equal(after);
    api.clock.now = '2026-11-20T23:30:00.000Z';
    expect(draw(await read('Ada', { asOf: '2026-11-21' }))).to.deep.equal(after);
  });

  it('refuses the future and what is no time', async () => {
    for (const asOf of ['2026-11-21', '2026-11-20T10:00:00.001Z', '2199-01-01', '2100-01-01T00:00:00+05:00']) {
      const { status, body } = await acme.as('Ada').get(`/org/chart?asOf=${encodeURIComponent(asOf)}`);
      const message = 'asOf must not be in the future.';
      expect([status, body], asOf).to.deep.equal([400, { code: 'VALIDATION_ERROR', message }]);
    }
    for (const asOf of ['', 'now', '2026-02-30', '2026-11-20T10:00', '0000-01-01T00:00:00Z']) {
      const { status, body } = await read('Ada', { asOf });
      const message = `asOf must be ${dayOrInstantExpected}.`;
      expect([status, body], asOf).to.deep.equal([400, { code: 'VALIDATION_ERROR', message }]);
    }
  });

  it('leaves out people who were created later, and everyone before there was anybody', async () => {
    const row = 'new@example.test,New,,,,dee@example.test,';
    const now = new Date('2026-11-19T10:00:00.000Z');
    await importPeople(api.graph, { id: acme.tenantId }, Buffer.from(`${header}\n${row}`), { now });
    expect(draw(await read('Ada', { asOf: '2026-11-19T10:00:00Z' }))).to.include('New < Dee 4 0/0');
    const earlier = draw(await read('Ada', { asOf: '2026-11-19T09:59:59Z' }));
    expect(earlier).to.include('Dee < Cy 3 0/0');
    expect(earlier.join()).not.to.include('New');
    expect(draw(await read('Ada', { asOf: '2026-01-04' }))).to.deep.equal([]);
    expect(draw(await read('Ada', { asOf: '2026-01-04', rootId: acme.id('Cy') }))).to.deep.equal([]);
  });

  it('takes root and depth, and draws who has left today as left', async () => {
    await moveAt('2026-11-20T10:00:00.000Z', 'Cy', 'Eve');
    await moveAt('2026-11-20T10:00:05.000Z', 'Dee', 'Ada');
    const asOf = '2026-11-20T10:00:00Z';
    const chart = async (depth: string): Promise<string[]> =>
      draw(await read('Ada', { asOf, rootId: acme.id('Eve'), depth }));
    expect(await chart('1')).to.deep.equal(['Eve < - 0 1/2', 'Cy < Eve 1 1/1']);
    expect(await chart('2')).to.deep.equal(['Eve < - 0 1/2', 'Cy < Eve 1 1/1', 'Dee < Cy 2 0/0']);
    await acme.statement("MATCH (u:User {tenantId: $tenantId, name: 'Cy'}) SET u.active = false");
    expect(await chart('1')).to.deep.equal(['Eve < - 0 0/1', 'Dee < Eve 1 0/0']);
  });

  it("is permitted by today's line: a manager of the past does not see it, one of today does", async () => {
    await moveAt('2026-11-20T10:00:00.000Z', 'Cy', 'Eve');
    const asOf = '2026-11-20T09:00:00Z';
    const of = { asOf, rootId: acme.id('Cy') };
    for (const who of ['Cy', 'Eve', 'Ada', 'Pia']) expect((await read(who, of)).status, who).to.equal(200);
    for (const who of ['Bob', 'Dee']) expect(refusal(await read(who, of)), who).to.deep.equal([403, 'FORBIDDEN']);
    expect(draw(await read('Bob', { asOf }))).to.deep.equal(['Bob < - 0 1/2', 'Cy < Bob 1 1/1', 'Dee < Cy 2 0/0']);
    for (const rootId of [randomUUID(), neighbour.id('Yan')])
      expect(refusal(await read('Ada', { asOf, rootId }))).to.deep.equal([404, 'USER_NOT_FOUND']);
    const { body } = await read('Zed', { asOf }, neighbour);
    expect(body.map(({ name }) => name)).to.deep.equal(['Zed', 'Yan']);
  });
});

/** The second seed differs with every run. */
for (const seed of ['moves', `moves ${Date.now()}`]) {
  describe(`the chart after many moves (seed ${seed})`, () => {
    const people = 25;
    const steps = 40;
    const random = createRandom(seed);
    const pick = (count: number): number => Math.floor(random() * count);

    it('as of each moment is the chart, and the export, of that moment', async () => {
      const drawn = Array.from({ length: people - 1 }, (_, n) => `${'  '.repeat(1 + (n % 4))}P${n}`);
      Object.assign(acme, await company(api, ['Ada (admin)', ...drawn].join('\n')));
      const exported = async (asOf: string | null): Promise<string> => {
        const pieces: string[] = [];
        const peopleView = asOf === null ? null : { view: { asOf, planId: null }, now: api.clock.now };
        await exportPeople(
          api.graph,
          acme.tenantId,
          'csv',
          (piece) => Promise.resolve(void pieces.push(piece)),
          peopleView,
        );
        return pieces.join('');
      };
      const chart = async (asOf?: string): Promise<ChartRow[]> => {
        const { status, body } = await read('Ada', asOf === undefined ? {} : { asOf });
        expect(status).to.equal(200);
        return body;
      };
      /** No move is made before an earlier one, even if the clock is slow. */
      const lastMoveAt = async (): Promise<number> => {
        const [row] = await acme.statement('MATCH (t:Tenant {id: $tenantId}) RETURN t.lastMoveAt.epochMillis AS ms');
        return Number(row?.['ms'] ?? 0);
      };
      let ms = Date.parse('2026-11-16T08:00:00.000Z');
      const seen = new Map<number, { rows: ChartRow[]; csv: string }>([
        [ms - 3_600_000, { rows: await chart(), csv: await exported(null) }],
      ]);
      for (let step = 0; step < steps; step += 1) {
        const kind = pick(5);
        ms += [0, 1, 60_000, 7_200_000, -500][pick(5)] ?? 0;
        if (kind === 0) ms = Math.max(ms, await lastMoveAt()); // a person is created when the clock says so
        api.clock.now = new Date(ms).toISOString();
        const now = new Date(ms);
        const who = `p${pick(people - 1)}@example.test`;
        const under = `p${pick(people - 1)}@example.test`;
        if (kind === 0) {
          const row = `new${step}@example.test,New ${step},,,,${under},`;
          await importPeople(api.graph, { id: acme.tenantId }, Buffer.from(`${header}\n${row}`), { now });
        } else if (kind === 1) {
          const csv = Buffer.from(`email,managerEmail\n${who},${pick(3) === 0 ? '' : under}\n${under},\n`);
          await movePeople(api.graph, acme.tenantId, readMoves(csv), { now }); // those with a fault change nothing
        } else {
          const [userId, managerId] = [who, under].map((email) => acme.people.find((one) => one.email === email)?.id);
          const path = `/admin/org-chart/users/${userId}/manager`;
          expect((await acme.as('Ada').put(path, { managerId })).status).to.be.oneOf([200, 409]);
        }
        const moment = await lastMoveAt();
        if (moment > 0) seen.set(moment, { rows: await chart(), csv: await exported(null) });
      }
      api.clock.now = new Date(ms + 86_400_000).toISOString();
      const moments = [...seen.keys()].sort((a, b) => a - b);
      expect(moments.length).to.be.above(steps / 5);
      for (const [place, moment] of moments.entries()) {
        const until = moments[place + 1];
        const times = until === undefined ? [moment] : [moment, until - 1];
        for (const asOf of times.map((time) => new Date(time).toISOString())) {
          expect(await exported(asOf), `${seed} as of ${asOf}`).to.equal(seen.get(moment)?.csv);
          expect(await chart(asOf), `${seed} as of ${asOf}`).to.have.deep.members(seen.get(moment)?.rows ?? []);
        }
      }
    });
  });
}

// Reports over HTTP: the rows of the command line within the caller's sight, as JSON and as CSV.
import { expect } from 'chai';
import type { Row } from '../../../src/features/reports/rows.ts';
import { drawnTenant, lastWeek, thisWeek, type DrawnTenant } from '../../support/drawn-tenant.ts';
import { refusal, userToken, type Answer } from '../../support/company.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
let acme: DrawnTenant;
before(async () => {
  acme = await drawnTenant(api);
  await drawnTenant(api); // the neighbour, of whom nothing may show
});

type Report = { weekStart?: string; period?: string; rows: Row[] };
const read = (who: string, name: string, query = ''): Promise<Answer<Report>> =>
  acme.as(who).get<Report>(`/reports/${name}${query}`);
const withoutNulls = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null && cell !== undefined));
const names = ['team', 'check-ins', 'goals', 'response-times', 'nominations', 'headcount', 'org'];
const everyone = ['Ann', 'Bob', 'Cyd', 'Dan', 'Fay', 'Gus', 'Pia', 'Adm'];

describe('GET /reports/…', () => {
  it('has the rows of the command line for each kind of caller, or refuses as it does', async () => {
    const seen: Record<string, number> = {};
    for (const name of names) {
      for (const who of everyone) {
        const answer = await read(who, name, name === 'goals' ? `?weekStart=${thisWeek}` : '');
        const expected = await acme.rows(name, who).catch((error: { code: string }) => error.code);
        if (typeof expected === 'string') expect(refusal(answer), `${name} ${who}`).to.deep.equal([403, expected]);
        else expect(answer.body.rows, `${name} ${who}`).to.deep.equal(expected.map(withoutNulls));
        seen[name] = (seen[name] ?? 0) + (answer.body.rows?.length ?? 0);
      }
    }
    for (const name of names) expect(seen[name], name).to.be.above(0);
  });

  it('says which week or month it is about: the previous week and the current month, or another', async () => {
    expect((await read('Pia', 'check-ins')).body.weekStart).to.equal(lastWeek);
    expect((await read('Pia', 'response-times')).body.weekStart).to.equal(lastWeek);
    expect((await read('Pia', 'nominations')).body.period).to.equal('2026-11');
    expect((await read('Pia', 'check-ins', '?weekStart=2026-10-07')).body.weekStart).to.equal('2026-10-05');
    expect((await read('Pia', 'nominations', '?period=2026-01')).body).to.deep.equal({ period: '2026-01', rows: [] });
    const { body } = await read('Pia', 'headcount', '?period=2026-03');
    expect([body.period, body.rows.at(-1)?.['month']]).to.deep.equal(['2026-03', '2026-03']);
    for (const [name, query] of [
      ['check-ins', 'weekStart=now'],
      ['nominations', 'period=2026-13'],
      ['org', 'weekStart=2026-10-05'],
    ])
      expect(refusal(await read('Pia', name ?? '', `?${query}`)), query).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('shows the org chart as of an earlier time, and refuses a later one', async () => {
    const moved = await drawnTenant(api);
    const get = (query: string): Promise<Answer<Report>> => moved.as('Pia').get<Report>(`/reports/org${query}`);
    const managers = async (query: string): Promise<string[]> =>
      (await get(query)).body.rows.map(({ name, manager }) => `${String(name)} < ${String(manager ?? '-')}`).sort();
    const before = await managers('');
    api.clock.now = '2026-11-20T11:00:00.000Z';
    const body = { managerId: moved.id('Fay') };
    const path = `/admin/org-chart/users/${moved.id('Eve')}/manager`;
    expect((await moved.as('Adm').put(path, body)).status).to.equal(200);
    expect(await managers(''))
      .to.include('Eve < Fay')
      .and.not.include('Eve < Bob');
    for (const asOf of ['2026-11-19', '2026-11-20T10:59:59.999Z'])
      expect(await managers(`?asOf=${asOf}`), asOf).to.deep.equal(before);
    expect(await managers('?asOf=2026-11-20')).to.deep.equal(await managers(''));
    for (const asOf of ['2026-11-21', '2026-11-20T11:00:00.001Z', 'yesterday', '1899-12-31', ''])
      expect(refusal(await get(`?asOf=${asOf}`)), asOf).to.deep.equal([400, 'VALIDATION_ERROR']);
    const own = await moved.as('Bob').get<Report>('/reports/org?asOf=2026-11-19');
    const today = await moved.as('Bob').get<Report>('/reports/org');
    expect(own.body.rows.map(({ name }) => name)).to.deep.equal(today.body.rows.map(({ name }) => name));
    api.clock.now = friday;
  });

  it('is CSV for those who prefer it, in which no cell is a formula', async () => {
    await acme.statement('MATCH (u:User {tenantId: $tenantId, name: $name}) SET u.jobTitle = "=1+1"', { name: 'Bob' });
    const get = async (accept: string): Promise<[number, string | null, string]> => {
      const token = await userToken(api, acme.tenantId, acme.id('Pia'));
      const headers = { authorization: `Bearer ${token}`, accept };
      const response = await fetch(`${api.url}/v1/reports/org`, { headers });
      expect(response.headers.get('vary')?.toLowerCase()).to.include('accept');
      return [response.status, response.headers.get('content-type'), await response.text()];
    };
    const [status, type, text] = await get('text/csv');
    expect([status, type]).to.deep.equal([200, 'text/csv; charset=utf-8']);
    const lines = text.trimEnd().split('\n');
    expect(lines[0]).to.equal(
      'User ID,Name,Email,Job title,Team,Department,Manager ID,Manager,Manager email,Depth,Direct reports,Everyone below',
    );
    expect(lines).to.have.length((await read('Pia', 'org')).body.rows.length + 1);
    expect(text).to.include(",'=1+1,");
    for (const accept of ['*/*', 'application/json', 'application/json, text/csv', 'text/csv;q=0.5, */*', 'image/png'])
      expect((await get(accept))[1], accept).to.equal('application/json; charset=utf-8');
  });

  it('is closed to those who have left', async () => {
    await acme.statement('MATCH (u:User {tenantId: $tenantId, name: $name}) SET u.active = false', { name: 'Gus' });
    for (const name of names) expect(refusal(await read('Gus', name)), name).to.deep.equal([401, 'UNAUTHENTICATED']);
  });
});

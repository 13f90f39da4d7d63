// The org chart: rows that make a tree, exact counts at any depth, and whose chart is for whom.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ChartRow, UserRef } from '../../../src/platform/schema/people.ts';
import { company, refusal, sharedCompany, type Answer, type Company } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (admin)
    Mia [Sales] (senior_manager)
      Gus [Sales] †
        Bob [Sales]
          Cy
        Ann [Sales]
      Dan [Sales]
    Max [Tech]
  Old †
    Eve
  Pia [People] (people_team)
  Lea [Board] (senior_leadership)`;
const acme = sharedCompany(api, drawing);
const neighbour = sharedCompany(api, 'Zed\n  Yan');
const read = (who: string, query = ''): Promise<Answer<ChartRow[]>> =>
  acme.as(who).get<ChartRow[]>(`/org/chart${query}`);
const nameOf = (id: string | undefined): string => acme.people.find((one) => one.id === id)?.name ?? '-';
/** Each row as `name < manager depth reports/below`. */
const draw = ({ body }: Answer<ChartRow[]>): string[] =>
  body.map(
    ({ name, managerId, depth, reports, below }) => `${name} < ${nameOf(managerId)} ${depth} ${reports}/${below}`,
  );
const under = (who: string): string => `?rootId=${acme.id(who)}`;

describe('GET /org/chart', () => {
  it('is the tree below a user, managers first, with who has left skipped but not those below', async () => {
    const answer = await read('Ada', under('Ada'));
    expect(draw(answer)).to.deep.equal([
      'Ada < - 0 2/6',
      'Max < Ada 1 0/0',
      'Mia < Ada 1 1/4',
      'Dan < Mia 2 0/0',
      'Ann < Mia 2 0/0',
      'Bob < Mia 2 1/1',
      'Cy < Bob 3 0/0',
    ]);
    const [, , mia] = answer.body;
    const user = { id: acme.id('Mia'), name: 'Mia', jobTitle: "Mia's job", team: 'Sales' };
    expect(mia).to.deep.equal({ ...user, managerId: acme.id('Ada'), depth: 1, reports: 1, below: 4 });
  });

  it('starts at the caller, or shows the whole tenant to those who may read every chain', async () => {
    expect(draw(await read('Mia'))[0]).to.equal('Mia < - 0 1/4');
    expect(draw(await read('Cy'))).to.deep.equal(['Cy < - 0 0/0']);
    for (const who of ['Ada', 'Pia', 'Lea']) {
      const rows = draw(await read(who));
      expect(
        rows.filter((row) => row.includes('< - ')),
        who,
      ).to.have.members(['Ada < - 0 2/6', 'Pia < - 0 0/0', 'Lea < - 0 0/0', 'Eve < - 0 0/0']);
      expect(rows, who).to.have.length(10);
    }
  });

  it('leaves out a root who has left', async () => {
    expect(draw(await read('Ada', under('Gus')))).to.deep.equal(['Ann < - 0 0/0', 'Bob < - 0 1/1', 'Cy < Bob 1 0/0']);
  });

  it('ends at a depth, and still counts everyone below', async () => {
    const to = async (depth: number): Promise<string[]> => draw(await read('Mia', `?depth=${depth}`));
    expect(await to(0)).to.deep.equal(['Mia < - 0 1/4']);
    expect(await to(1)).to.deep.equal(['Mia < - 0 1/4', 'Dan < Mia 1 0/0', 'Ann < Mia 1 0/0', 'Bob < Mia 1 1/1']);
    for (const depth of [2, 10_000]) expect(await to(depth)).to.deep.equal(draw(await read('Mia')));
    for (const query of ['depth=-1', 'depth=1.5', 'depth=10001', 'depth=', 'rootId=x', 'userId=x'])
      expect(refusal(await read('Ada', `?${query}`)), query).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('is for the root, anyone above and those who see the tenant', async () => {
    for (const who of ['Cy', 'Bob', 'Mia', 'Ada', 'Pia', 'Lea'])
      expect((await read(who, under('Cy'))).status, who).to.equal(200);
    for (const who of ['Dan', 'Max', 'Ann', 'Eve'])
      expect(refusal(await read(who, under('Cy'))), who).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await read('Gus'))).to.deep.equal([401, 'UNAUTHENTICATED']);
    for (const id of [randomUUID(), neighbour.id('Yan')])
      expect(refusal(await read('Ada', `?rootId=${id}`))).to.deep.equal([404, 'USER_NOT_FOUND']);
    const { body } = await neighbour.as('Zed').get<ChartRow[]>('/org/chart');
    expect(body.map(({ name }) => name)).to.deep.equal(['Zed', 'Yan']);
  });
});

describe('a chart of some hundred people', () => {
  const drawn = Array.from({ length: 700 }, (_, n) => ({
    name: `P${n}`,
    above: n === 0 ? -1 : Math.floor((n - 1) / 3),
  }));
  const left = new Set([2, 5, 40]);
  const levels = (n: number): number => (drawn[n]?.above === -1 ? 0 : 1 + levels(drawn[n]?.above ?? 0));
  let large: Company;
  before(async () => {
    const below = (n: number): number[] => [n, ...drawn.flatMap((one, m) => (one.above === n ? below(m) : []))];
    const line = (n: number): string =>
      `${'  '.repeat(levels(n))}P${n}${n === 0 ? ' (admin)' : ''}${left.has(n) ? ' †' : ''}`;
    large = await company(api, below(0).map(line).join('\n'));
  });

  it('agrees with the chain and the direct reports of each manager, and is a tree', async () => {
    const { body } = await large.as('P0').get<ChartRow[]>('/org/chart');
    expect(body).to.have.length(drawn.length - left.size);
    const seen = new Set<string>();
    for (const { id, managerId, depth } of body) {
      const manager = body.find((one) => one.id === managerId);
      expect(managerId === undefined || seen.has(managerId)).to.equal(true);
      expect(depth).to.equal(manager ? manager.depth + 1 : 0);
      seen.add(id);
    }
    for (const name of ['P0', 'P1', 'P13', 'P12', 'P300']) {
      const row = body.find((one) => one.name === name);
      const chain = await large.as('P0').get<UserRef[]>(`/org/users/${large.id(name)}/chain`);
      const reports = await large.as('P0').get<UserRef[]>(`/org/users/${large.id(name)}/direct-reports`);
      expect([row?.below, row?.reports], name).to.deep.equal([chain.body.length, reports.body.length]);
    }
    const shallow = await large.as('P0').get<ChartRow[]>('/org/chart?depth=3');
    expect(shallow.body).to.deep.equal(body.filter(({ depth }) => depth <= 3));
  });
});

// Nobody is the partner of those above them. So an admin alone does not open the managers of a partner whom that admin requested: in no way in
// which somebody stops being above the partner. And a partner who is not here for a moment counts as one who is.
import { expect } from 'chai';
import { movePeople, readMoves } from '../../../src/features/organisation/people/move-people.ts';
import { toAdmin } from '../../../src/features/organisation/people/actor.ts';
import { type Answer, freshCompany } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(
  api,
  `
  Ada [Board]
    Bob [Sales]
      Cy [Sales]
    Gus [IT]
      Hal [IT]
        Kit [Works]
          Pat [Works]
      Lou [Works]
    Ivy [Board] (admin)
    Jan [Board] (admin)
`,
);
type Body = Record<string, unknown>;
const request = (part: object): Promise<Answer<Body>> =>
  acme.as('Ivy').post('/admin/approvals/partner', {
    userId: acme.id('Pat'),
    from: '2026-11-20',
    to: '2027-06-30',
    ...part,
  });
const approve = (id: unknown): Promise<Answer<Body>> => acme.as('Jan').post(`/admin/approvals/${String(id)}/approve`);
const name = async (part: object): Promise<void> => {
  expect((await approve((await request(part)).body['id'])).status).to.equal(204);
};
const demandSecond = (): Promise<unknown> =>
  acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.roleApproval = 'second_admin'`);
/** Whether it was refused because a second admin must decide. */
const isRefused = ({ status, body }: Answer<Body>): boolean => {
  expect(status === 403 ? body['code'] : Math.floor(status / 100), JSON.stringify(body)).to.be.oneOf([
    2,
    'SECOND_ADMIN',
  ]);
  return status === 403;
};
const move = async (by: string, who: string, to: string): Promise<boolean> =>
  isRefused(await acme.as(by).put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(to) }));

/** Makes a plan of one move and applies it; null is the top. Whether it needs the approval of another admin. */
async function plan(by: string, who: string, to: string | null): Promise<boolean> {
  const moves = [{ userId: acme.id(who), managerId: to === null ? null : acme.id(to) }];
  const { body } = await acme.as(by).post<Body>('/admin/org-plans', { name: 'Plan', moves });
  const { status, body: applied } = await acme.as(by).post<Body>(`/admin/org-plans/${String(body['id'])}/apply`);
  if (status !== 200) expect(applied['message']).to.include('NOT_APPROVED');
  return status !== 200;
}

/** How the managers of Pat who are in IT stop being above Pat. */
const ways: Record<string, (by: string) => Promise<boolean>> = {
  'a move of the partner': (by) => move(by, 'Pat', 'Ada'),
  'a move of somebody between the partner and these managers': (by) => move(by, 'Kit', 'Ada'),
  'a move of one of these managers, away from the other': (by) => move(by, 'Hal', 'Ada'),
  'a move to the top': async (by) => isRefused(await acme.as(by).delete(`/admin/users/${acme.id('Kit')}/manager`)),
  'a change of the person': async (by) =>
    isRefused(await acme.as(by).patch(`/admin/users/${acme.id('Pat')}`, { manager: 'ada@example.test' })),
  'a plan': (by) => plan(by, 'Pat', 'Ada'),
  'a plan to the top': (by) => plan(by, 'Kit', null),
  'a file of moves': async (by) => {
    const file = readMoves(Buffer.from('email,managerEmail\npat@example.test,ada@example.test\n'));
    const context = { now: new Date(api.clock.now), by: toAdmin(acme.id(by), 'worker') };
    const { applied, faults } = await movePeople(api.graph, acme.tenantId, file, context);
    expect(faults.every(({ message }) => message.includes('second admin'))).to.equal(true);
    return !applied;
  },
};

describe('the managers of a partner', () => {
  let summaries: string[];
  beforeEach(async () => {
    const written = ['Gus', 'Hal'].map((who) => acme.as(who).post('/summaries', aSummary()));
    summaries = (await Promise.all(written)).map(({ body }) => `/summaries/${String(body['id'])}`);
  });
  const countRead = async (): Promise<number> =>
    (await Promise.all(summaries.map((path) => acme.as('Pat').get(path)))).filter(({ status }) => status === 200)
      .length;

  for (const [title, way] of Object.entries(ways)) {
    it(`are not opened by the word of the admin who requested the partner: ${title}`, async () => {
      await demandSecond();
      await name({ department: 'IT' });
      expect(await countRead()).to.equal(0);
      expect(await way('Ivy')).to.equal(true);
      expect(await countRead()).to.equal(0);
      expect(await way('Jan')).to.equal(false);
      expect(await countRead()).to.be.above(0);
    });

    it(`are not approved with the part if that was done since the request: ${title}`, async () => {
      const { body } = await request({ department: 'IT' });
      api.clock.now = new Date(Date.parse(api.clock.now) + 60_000).toISOString();
      expect(await way('Ivy')).to.equal(false); // roles need no second admin
      const { status, body: refused } = await approve(body['id']);
      expect([status, refused['code']]).to.deep.equal([409, 'APPROVAL_STATE']);
      expect(await countRead()).to.equal(0);
    });
  }

  it('may change where they stay above the partner, or are not in the part', async () => {
    await demandSecond();
    await name({ department: 'IT' });
    expect(await move('Ivy', 'Pat', 'Hal')).to.equal(false);
    api.clock.now = new Date(Date.parse(api.clock.now) + 60_000).toISOString();
    await name({ belowId: acme.id('Bob') });
    expect(await move('Ivy', 'Lou', 'Ada')).to.equal(false);
  });
});

describe('a partner who is deactivated', () => {
  it('gains nobody meanwhile by the word of the admin who requested the partner', async () => {
    await demandSecond();
    await name({ belowId: acme.id('Bob') });
    await acme.statement(
      `MATCH (u:User {tenantId: $tenantId, name: 'Cy'})-[line:REPORTS_TO]->() SET line.since = datetime('2025-01-01')`,
    ); // Bob is an established manager
    const pat = `/admin/users/${acme.id('Pat')}`;
    expect((await acme.as('Ivy').post(`${pat}/deactivate`)).status).to.be.within(200, 204);
    expect(await move('Ivy', 'Lou', 'Bob')).to.equal(true);
    expect(await move('Jan', 'Lou', 'Bob')).to.equal(false);
  });
});

// An admin alone brings nobody into the department of a partner whom that admin requested, or who may be theirs: in no way that a team gets
// people, or a department.
import { expect } from 'chai';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
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
    Pat [Works]
    Ivy [Board] (admin)
    Jan [Board] (admin)
`,
);
const path = (who: string): string => `/admin/users/${acme.id(who)}`;
type Body = Record<string, unknown>;
const request = (by: string): Promise<Answer<Body>> =>
  acme.as(by).post('/admin/approvals/partner', {
    userId: acme.id('Pat'),
    department: 'IT',
    from: '2026-11-20',
    to: '2027-06-30',
  });
const approve = (id: unknown, by: string): Promise<Answer<Body>> =>
  acme.as(by).post(`/admin/approvals/${String(id)}/approve`);
const demand = (value: string): Promise<unknown> =>
  acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.roleApproval = $value', { value });

/** Whether the import is refused. */
async function bring(by: string, lines: string): Promise<boolean> {
  const csv = Buffer.from(`email,name,team,department,managerEmail\n${lines}\n`);
  const context = { now: new Date(api.clock.now), by: toAdmin(acme.id(by), 'worker') };
  const { applied, faults } = await importPeople(api.graph, { id: acme.tenantId }, csv, context);
  expect(faults.map(({ message }) => message).filter((message) => !/HR partner/.test(message))).to.deep.equal([]);
  return !applied;
}
const change = async (by: string, who: string, fields: object): Promise<boolean> => {
  const { status, body } = await acme.as(by).patch<Body>(path(who), fields);
  expect([200, 'SECOND_ADMIN']).to.include(status === 200 ? 200 : body['code'], JSON.stringify(body));
  return status !== 200;
};

/** What a group of the directory stands for; Cy is in it, unless it is empty. */
async function mapGroup(by: string, group: string, isEmpty = false): Promise<boolean> {
  await acme.statement(
    `MERGE (group:ScimGroup {tenantId: $tenantId, displayName: $group})
     ON CREATE SET group:$($label), group.id = randomUUID()
     WITH group
     MATCH (person:User {tenantId: $tenantId, name: 'Cy'})
     WHERE NOT $isEmpty
     MERGE (person)-[:IN_GROUP]->(group)`,
    { group, isEmpty },
  );
  const { status, body } = await acme.as(by).patch<Body>('/admin/settings', { groupTeams: [`${group}=IT`] });
  expect([200, 'SECOND_ADMIN']).to.include(status === 200 ? 200 : body['code'], JSON.stringify(body));
  return status !== 200;
}

/** How Cy comes into IT; each says whether it was refused. */
const ways: Record<string, (by: string) => Promise<boolean>> = {
  'a change of the team': (by) => change(by, 'Cy', { team: 'IT' }),
  'a new team with the department': (by) => change(by, 'Cy', { team: 'Lab', department: ' it ' }),
  'the department of their team, by a change of somebody else': (by) =>
    change(by, 'Bob', { team: 'Sales', department: 'IT' }),
  'the department of their team, by somebody who joins it and has the department': (by) =>
    change(by, 'Hal', { team: 'Sales', department: 'IT' }),
  'a file with their team': (by) => bring(by, 'cy@example.test,Cy,IT,IT,bob@example.test'),
  'a file with the department alone': (by) => bring(by, 'cy@example.test,Cy,,IT,bob@example.test'),
  'a file with the department of their team, and without them': (by) =>
    bring(by, 'bob@example.test,Bob,Sales,IT,ada@example.test'),
  'a file with a new person who brings the department to their team': (by) =>
    bring(by, 'new@example.test,Nele New,Sales,IT,bob@example.test'),
  'a team for a group of the directory': (by) => mapGroup(by, 'All staff'),
};

describe('the department of a partner', () => {
  let summary: string;
  beforeEach(async () => {
    summary = `/summaries/${String((await acme.as('Cy').post('/summaries', aSummary())).body['id'])}`;
  });
  const read = async (): Promise<number> => (await acme.as('Pat').get(summary)).status;

  for (const [title, way] of Object.entries(ways)) {
    it(`takes nobody in by the word of the admin who requested the partner: ${title}`, async () => {
      await demand('second_admin');
      expect((await approve((await request('Ivy')).body['id'], 'Jan')).status).to.equal(204);
      expect(await way('Ivy')).to.equal(true);
      expect(await read()).to.equal(403);
      expect(await way('Jan')).to.equal(false);
      expect(await read()).to.equal(200);
    });
  }

  it('takes nobody in by the word of an admin who made the account of the partner', async () => {
    await acme.statement('MATCH (u:User {tenantId: $tenantId, name: "Pat"}) SET u.madeById = $id', {
      id: acme.id('Jan'),
    });
    expect((await approve((await request('Ivy')).body['id'], 'Jan')).status).to.equal(204);
    expect(await ways['a change of the team']!('Jan')).to.equal(false); // roles need no second admin
    await change('Jan', 'Cy', { team: 'Sales' });
    await demand('second_admin');
    expect(await ways['a change of the team']!('Jan')).to.equal(true);
  });

  it('is given to no group of the directory by the word of the admin who requested the partner: others may join the group', async () => {
    await demand('second_admin');
    expect((await approve((await request('Ivy')).body['id'], 'Jan')).status).to.equal(204);
    expect(await mapGroup('Ivy', 'Nobody yet', true)).to.equal(true);
    expect(await mapGroup('Jan', 'Nobody yet', true)).to.equal(false);
    expect(await mapGroup('Ivy', 'Others', true)).to.equal(true); // another group, though the team is given already
  });

  it('is left, and changed within, by anybody who may', async () => {
    await demand('second_admin');
    expect((await approve((await request('Ivy')).body['id'], 'Jan')).status).to.equal(204);
    expect(await change('Ivy', 'Hal', { team: 'IT two', department: 'IT' })).to.equal(true); // whoever is in the team comes along
    expect(await change('Ivy', 'Hal', { jobTitle: 'Smith' })).to.equal(false);
    expect(await change('Ivy', 'Hal', { team: 'Sales' })).to.equal(false);
    const made = await acme.as('Ivy').post('/admin/users', { email: 'new@example.test', name: 'Nele New', team: 'IT' });
    expect(made.status).to.equal(201); // who is new has written nothing
  });

  for (const [title, way] of Object.entries(ways)) {
    it(`is not approved for people who came into it since the request: ${title}`, async () => {
      const { body } = await request('Ivy');
      api.clock.now = new Date(Date.parse(api.clock.now) + 60_000).toISOString();
      expect(await way('Ivy')).to.equal(false);
      const { status, body: refused } = await approve(body['id'], 'Jan');
      expect([status, refused['code']]).to.deep.equal([409, 'APPROVAL_STATE']);
      expect(await read()).to.equal(403);
    });
  }
});

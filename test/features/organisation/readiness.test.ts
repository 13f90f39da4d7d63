// What an organisation lacks before its first week, over HTTP and by `checkin org check --ready`.
import { expect } from 'chai';
import { maxEntries, type Gap, type Readiness } from '../../../src/features/organisation/tenants/readiness.ts';
import { fingerprint, freshCompany, refusal, userToken } from '../../support/company.ts';
import { service } from '../../support/service.ts';
import { shell, type Ran } from '../../support/shell.ts';

const api = service();
// Ada is the top; Pia stands beside her, Eve is in no team, and what Zoe lacks is of no interest any more
const acme = freshCompany(
  api,
  `
  Ada [Board] (admin)
    Mia [Sales]
      Bob [Sales]
      Cy [Sales]
    Eve
  Pia [People] (people_team, senior_leadership)
  Zoe †`,
);
const neighbour = freshCompany(api, 'Zed (admin)\n  Yan\nXia');
const path = '/admin/organisation/readiness';
const read = async (who = 'Ada'): Promise<Readiness> => (await acme.as(who).get<Readiness>(path)).body;
const spoil = (cypher: string): Promise<unknown> =>
  acme.statement(`MATCH (tenant:Tenant {id: $tenantId}) MATCH (bob:User {tenantId: $tenantId, name: 'Bob'}) ${cypher}`);
const entry = (name: string, more: object = {}) => ({
  userId: acme.id(name),
  name,
  email: `${name.toLowerCase()}@example.test`,
  ...more,
});
const find = async (kind: string): Promise<Gap | undefined> => (await read()).gaps.find((gap) => gap.kind === kind);
const namesOf = async (kind: string): Promise<string[]> => ((await find(kind))?.entries ?? []).map(({ name }) => name);

describe('GET /admin/organisation/readiness', () => {
  it('has each kind of gap that there is, with its number and whom or what it is about', async () => {
    const { status, body } = await acme.as('Ada').get<Readiness>(path);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      missing: 2,
      gaps: [
        {
          kind: 'withoutManager',
          isMissing: true,
          count: 1,
          message: '1 person has no manager, apart from the top of the chart',
          entries: [entry('Pia')],
        },
        {
          kind: 'withoutTeam',
          isMissing: true,
          count: 1,
          message: '1 person is in no team',
          entries: [entry('Eve')],
        },
        {
          kind: 'teamOfOne',
          isMissing: false,
          count: 2,
          message: '2 teams have one member',
          entries: ['Board', 'People'].map((name) => ({ name, people: 1 })),
        },
        {
          kind: 'smallDepartment',
          isMissing: false,
          count: 3,
          message: '3 departments have fewer people than the setting minimumGroup',
          entries: [
            { name: 'Board', people: 1 },
            { name: 'People', people: 1 },
            { name: 'Sales', people: 3 },
          ],
        },
      ],
    });
  });

  const spoilt: Record<string, [cypher: string, kind: string, entry: () => object]> = {
    'a manager who is waited for, as they were named': [
      "SET bob.pendingManager = 'e-7', bob.pendingManagerText = 'E-7'",
      'pendingManager',
      () => entry('Bob', { manager: 'E-7' }),
    ],
    'a newcomer who waits for a manager': [
      "MATCH (bob)-[line:REPORTS_TO]->() DELETE line SET bob.pendingManager = 'new@example.test'",
      'pendingManager',
      () => entry('Bob', { manager: 'new@example.test' }),
    ],
    'somebody without a team': ['MATCH (bob)-[in:MEMBER_OF]->() DELETE in', 'withoutTeam', () => entry('Bob')],
    'somebody in a team without a department': [
      "CREATE (team:Team:$($label) {tenantId: $tenantId, key: 'loose', sortName: 'loose', name: 'Loose'}) WITH bob, team MATCH (bob)-[in:MEMBER_OF]->() DELETE in CREATE (bob)-[:MEMBER_OF]->(team)",
      'withoutDepartment',
      () => entry('Bob'),
    ],
    'an address that bounced': ['SET bob.emailStopped = bob.email', 'emailStopped', () => entry('Bob')],
    'a start date to come': [
      "SET bob.startDate = date('2026-11-21')",
      'startsLater',
      () => entry('Bob', { startDate: '2026-11-21' }),
    ],
    'a region in another country without a time zone': [
      "SET tenant.region = 'DE-BY', bob.region = 'NZ'",
      'withoutTimezone',
      () => entry('Bob', { region: 'NZ' }),
    ],
  };
  for (const [what, [cypher, kind, expected]] of Object.entries(spoilt)) {
    it(`names ${what}`, async () => {
      await spoil(cypher);
      expect((await find(kind))?.entries).to.deep.include(expected());
      expect(await namesOf('withoutManager')).to.deep.equal(['Pia']);
    });
  }

  it('does not name what is as it should be', async () => {
    const fine = [
      "SET bob.emailStopped = 'old@example.test'", // another address than today's
      "SET bob.startDate = date('2026-11-20')",
      "SET tenant.region = 'DE', bob.region = 'DE-BY'",
      "SET tenant.region = 'DE', bob.region = 'NZ', bob.timezone = 'Pacific/Auckland'",
      "SET tenant.region = 'DE'",
      "MATCH (zoe:User {tenantId: $tenantId, name: 'Zoe'}) SET zoe.region = 'NZ', zoe.startDate = date('2027-01-01')",
    ];
    const before = await read();
    for (const cypher of fine) {
      await spoil(cypher);
      expect(await read(), cypher).to.deep.equal(before);
      await spoil('REMOVE tenant.region, bob.emailStopped, bob.startDate, bob.region, bob.timezone');
    }
  });

  it('goes by the day of the time zone of the tenant', async () => {
    await spoil("SET bob.startDate = date('2026-11-21')");
    api.clock.now = '2026-11-20T22:59:00.000Z';
    expect(await namesOf('startsLater')).to.deep.equal(['Bob']);
    api.clock.now = '2026-11-20T23:00:00.000Z'; // midnight in Berlin
    expect(await namesOf('startsLater')).to.deep.equal([]);
  });

  it('expects a region of everyone when the tenant has none, and somebody or a setting names one', async () => {
    const others = ['Ada', 'Cy', 'Eve', 'Mia', 'Pia'];
    await spoil("SET bob.region = 'DE-BY'");
    expect(await namesOf('withoutRegion')).to.deep.equal(others);
    expect((await read()).missing).to.equal(7);
    await spoil("REMOVE bob.region SET tenant.regionWorkingDays = ['IL=Sunday Monday']");
    expect(await namesOf('withoutRegion')).to.deep.equal(['Ada', 'Bob', ...others.slice(1)]);
    await spoil("SET tenant.region = 'DE'");
    expect(await namesOf('withoutRegion')).to.deep.equal([]);
  });

  it('takes the person with the most people below for the top, and nobody when nobody reports to anybody', async () => {
    await acme.statement(
      `MATCH (a:User {tenantId: $tenantId, name: 'Ada'})<-[line:REPORTS_TO]-(mia {name: 'Mia'}), (p:User {tenantId: $tenantId, name: 'Pia'})
       DELETE line CREATE (mia)-[:REPORTS_TO {since: mia.createdAt}]->(p)`,
    );
    expect(await namesOf('withoutManager')).to.deep.equal(['Ada']);
    await acme.statement('MATCH (:User {tenantId: $tenantId})-[line:REPORTS_TO]->() DELETE line');
    expect(await namesOf('withoutManager')).to.deep.equal(['Ada', 'Bob', 'Cy', 'Eve', 'Mia', 'Pia']);
  });

  it('goes by the minimumGroup of the tenant, and counts the teams of a department together', async () => {
    await spoil('SET tenant.minimumGroup = 3');
    expect(await namesOf('smallDepartment')).to.deep.equal(['Board', 'People']);
    await acme.statement(
      "MATCH (team:Team {tenantId: $tenantId, name: 'People'}) SET team.department = 'sales', team.departmentKey = 'sales'",
    );
    expect(await namesOf('smallDepartment')).to.deep.equal(['Board']);
  });

  it('has the first entries by name, and the number of all', async () => {
    await acme.statement(
      `UNWIND range(1, $further) AS n
       CREATE (:User:$($label) {tenantId: $tenantId, id: randomUUID(), name: 'N' + n, email: 'n' + n + '@example.test', roles: [],
         sortName: 'n' + right('000' + n, 4), active: true, createdAt: datetime('2026-01-05T09:00:00Z')})`,
      { further: maxEntries + 1 },
    );
    const gap = await find('withoutTeam');
    expect([gap?.count, gap?.entries.length]).to.deep.equal([maxEntries + 2, maxEntries]);
    expect([gap?.entries[0]?.name, gap?.entries.at(-1)?.name]).to.deep.equal(['Eve', `N${maxEntries - 1}`]);
  });

  it('is read in one round trip, and changes nothing', async () => {
    await read();
    const before = await fingerprint(api, acme.tenantId);
    const asked: string[] = [];
    api.graph.figures.onStatement(({ query }) => void asked.push(query));
    await read();
    expect(asked).to.deep.equal(['organisation/check/readiness']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('is for admins, and about their tenant alone', async () => {
    for (const who of ['Mia', 'Bob', 'Pia'])
      expect(refusal(await acme.as(who).get(path)), who).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await acme.as('Zoe').get(path))).to.deep.equal([401, 'UNAUTHENTICATED']);
    const { body } = await neighbour.as('Zed').get<Readiness>(path);
    const names = body.gaps.flatMap(({ kind, entries }) => entries.map(({ name }) => `${kind} ${name}`));
    expect(names).to.deep.equal(['withoutManager Xia', 'withoutTeam Xia', 'withoutTeam Yan', 'withoutTeam Zed']);
    expect(JSON.stringify(await read())).not.to.match(/Zed|Yan|Xia/);
  });
});

describe('checkin org check --ready', () => {
  const { run } = shell();
  const check = (options: string[], CHECKIN_TOKEN?: string): Promise<Ran> =>
    run(['org', 'check', '--ready', ...options], {
      CHECKIN_TENANT: acme.tenantId,
      ...(CHECKIN_TOKEN && { CHECKIN_TOKEN }),
    });
  const summary = [
    '1 person has no manager, apart from the top of the chart.',
    '1 person is in no team.',
    '2 teams have one member.',
    '3 departments have fewer people than the setting minimumGroup.',
  ];

  it('prints a line for each gap, what there is on stderr, and ends with 1', async () => {
    const { code, out, err } = await check([]);
    expect(out.split('\n')).to.deep.equal([
      `missing\twithoutManager\tPia\tpia@example.test\t\t${acme.id('Pia')}`,
      `missing\twithoutTeam\tEve\teve@example.test\t\t${acme.id('Eve')}`,
      'note\tteamOfOne\tBoard\t\t1 person',
      'note\tteamOfOne\tPeople\t\t1 person',
      'note\tsmallDepartment\tBoard\t\t1 person',
      'note\tsmallDepartment\tPeople\t\t1 person',
      'note\tsmallDepartment\tSales\t\t3 people',
      '',
    ]);
    expect(err.trimEnd().split('\n')).to.deep.equal([...summary, `2 gaps in ${acme.tenantId}.`]);
    expect(code).to.equal(1);
  });

  it('prints JSON as the API answers it, and CSV', async () => {
    const json = await check(['--json']);
    expect(JSON.parse(json.out)).to.deep.equal(await read());
    expect(json.code).to.equal(1);
    const csv = await check(['--format', 'csv'], await acme.token('Ada'));
    expect(csv.out.split('\n').slice(0, 2)).to.deep.equal([
      '\uFEFFkind,gap,name,email,detail,userId',
      `missing,withoutManager,Pia,pia@example.test,,${acme.id('Pia')}`,
    ]);
    expect(csv.code).to.equal(1);
  });

  it('ends with 0 when nothing is missing, whatever may be as it should', async () => {
    await acme.statement(
      `MATCH (ada:User {tenantId: $tenantId, name: 'Ada'}), (pia:User {tenantId: $tenantId, name: 'Pia'}),
         (eve:User {tenantId: $tenantId, name: 'Eve'}), (sales:Team {tenantId: $tenantId, name: 'Sales'})
       CREATE (pia)-[:REPORTS_TO {since: pia.createdAt}]->(ada) CREATE (eve)-[:MEMBER_OF]->(sales)`,
    );
    const { code, out, err } = await check([]);
    expect(out).to.match(/^note\tteamOfOne\t/);
    expect(err.trimEnd().split('\n')).to.deep.equal([...summary.slice(2), `Nothing is missing in ${acme.tenantId}.`]);
    expect(code).to.equal(0);
  });

  it('does what the person may who signed in', async () => {
    const refused = await check([], await userToken(api, acme.tenantId, acme.id('Pia')));
    expect([refused.code, refused.out, refused.err]).to.deep.equal([1, '', 'You are not permitted to do this.\n']);
  });
});

describe('checkin org check', () => {
  const { run } = shell();
  it('prints its findings as text, JSON and CSV', async () => {
    const check = async (...options: string[]): Promise<string> =>
      (await run(['org', 'check', '--tenant', acme.tenantId, ...options])).out;
    expect(await check()).to.equal('note\t2 people have no manager\nnote\t1 person is in no team\n');
    expect(JSON.parse(await check('--json'))).to.deep.equal([
      { kind: 'note', message: '2 people have no manager' },
      { kind: 'note', message: '1 person is in no team' },
    ]);
    expect(await check('--format', 'csv')).to.equal(
      '\uFEFFkind,message\nnote,2 people have no manager\nnote,1 person is in no team\n',
    );
  });
});

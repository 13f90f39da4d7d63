// Teams, departments and people whose names look alike: by a file, by an admin, in search, in lists.
import { expect } from 'chai';
import { company, fingerprint } from '../../support/company.ts';
import { organisation } from '../../support/organisation.ts';
import { directory, enterprise, groupSchema, oktaUser, patchOf } from '../../support/scim.ts';
import { service } from '../../support/service.ts';

const lookAlikes = ['Z\u00fcrich', 'Zu\u0308rich', 'z\u00fcrich', 'Z\u00fcrich\u200b', ' Z\u00fcrich\u00a0'];

describe('names that look alike', () => {
  const api = service();
  const org = organisation(api);
  const teamsOf = (tenantId: string): Promise<Record<string, unknown>[]> =>
    api.graph.statement(
      `MATCH (t:Team {tenantId: $tenantId})
       RETURN t.name AS name, t.department AS department, COUNT { (t)<-[:MEMBER_OF]-() } AS members ORDER BY name`,
      { tenantId },
    );

  it('are one team and one department in a file, in the first spelling', async () => {
    const rows = lookAlikes.map((team, n) => `p${n}@a.example,P${n},,${team},${n % 2 ? 'SALES' : 'Sales'},,`);
    const west = ['w1@a.example,W1,,West  Coast,sales,,', 'w2@a.example,W2,,West Coast,sales,,'];
    const { faults, notes } = await org.bring([...rows, ...west]);
    expect(faults).to.deep.equal([]);
    expect(await teamsOf(org.tenant.id)).to.deep.equal([
      { name: 'West Coast', department: 'Sales', members: 2 },
      { name: 'Z\u00fcrich', department: 'Sales', members: 5 },
    ]);
    expect(notes).to.deep.equal([
      'row 3: the department "SALES" is kept as "Sales", its first spelling',
      'row 4: the team "z\u00fcrich" is kept as "Z\u00fcrich", its first spelling',
      'row 7: the department "sales" is kept as "Sales", its first spelling',
    ]);
    const again = await org.bring(['p0@a.example,P0,,Z\u00dcRICH,sales,,', 'n@a.example,N,,z\u00fcrich,SALES,,']);
    expect([again.changed, again.departments, again.created.length]).to.deep.equal([[], [], 1]);
    expect(await teamsOf(org.tenant.id)).to.deep.include({ name: 'Z\u00fcrich', department: 'Sales', members: 6 });
  });

  it('are one team and one department for an admin, and the filters of the directory find them', async () => {
    const acme = await company(api, '\nAda (admin)\nBob [Z\u00fcrich]');
    for (const [n, team] of lookAlikes.entries()) {
      const body = { email: `p${n}@a.example`, name: `P${n}`, team, department: 'z\u00dcrich' };
      const { status, body: user } = await acme.as('Ada').post('/admin/users', body);
      expect([status, user['team'], user['department']]).to.deep.equal([201, 'Z\u00fcrich', 'Z\u00fcrich']);
    }
    const before = await fingerprint(api, acme.tenantId);
    await acme.as('Ada').patch(`/admin/users/${acme.id('Bob')}`, { team: 'z\u00fcrich', department: 'Z\u00dcRICH' });
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    const other = { email: 'x@a.example', name: 'X', team: 'Bern', department: 'z\u00fcrich' };
    expect((await acme.as('Ada').post('/admin/users', other)).body).to.include({ department: 'Z\u00fcrich' });
    for (const filter of ['team', 'department']) {
      const path = `/users?${filter}=${encodeURIComponent('Zu\u0308RICH')}`;
      const { body } = await acme.as('Ada').get<{ items: unknown[] }>(path);
      expect(body.items).to.have.length(filter === 'team' ? 6 : 7);
    }
  });

  it('are one team for a directory, by department and by group', async () => {
    const acme = await company(api, '\nAda (admin)\nBob [Z\u00fcrich]');
    const send = directory(api, acme.tenantId);
    const created = await send(
      'POST',
      '/Users',
      oktaUser('Jose\u0301', { [enterprise]: { department: 'z\u00dcRICH\u200b' } }),
    );
    expect([created.status, created.body.displayName]).to.deep.equal([201, 'Jos\u00e9 Okta']);
    const { body: group } = await send('POST', '/Groups', { schemas: [groupSchema], displayName: 'Swiss' });
    await api.graph.statement('MATCH (t:Tenant {id: $id}) SET t.groupTeams = $teams', {
      id: acme.tenantId,
      teams: [`${group.id}=zu\u0308rich`],
    });
    const value = [{ value: acme.id('Ada') }, { value: acme.id('Bob') }];
    await send('PATCH', `/Groups/${group.id}`, patchOf({ op: 'add', path: 'members', value }));
    expect(await teamsOf(acme.tenantId)).to.deep.equal([
      { name: 'Z\u00fcrich', department: 'Z\u00fcrich', members: 3 },
    ]);
  });

  it('leaves no team for a name that nobody sees', async () => {
    const acme = await company(api, '\nAda (admin)');
    const { body } = await acme.as('Ada').post('/admin/users', { email: 'a@a.example', name: 'A', team: '\u200b' });
    expect(body).not.to.have.property('team');
    const { status } = await acme.as('Ada').post('/admin/users', { email: 'b@a.example', name: '\u200b' });
    expect(status).to.equal(400);
  });

  it('of people are stored composed, and search finds them either way', async () => {
    const acme = await company(api, '\nAda (admin)');
    const spellings = ['Jos\u00e9 One', 'Jose\u0301  Two', 'Jo\u200bs\u00e9\u00a0Three'];
    for (const [n, name] of spellings.entries()) {
      await acme.as('Ada').post('/admin/users', { email: `p${n}@a.example`, name });
    }
    await org.bring(['j@a.example,Jose\u0301\u00a0 Four,,,,,'], { to: { id: acme.tenantId, slug: acme.tenantId } });
    for (const search of ['Jos\u00e9', 'Jose\u0301', 'Jose', 'jos\u00e9']) {
      const path = `/users?search=${encodeURIComponent(search)}`;
      const { body } = await acme.as('Ada').get<{ items: { name: string }[] }>(path);
      expect(body.items.map(({ name }) => name)).to.deep.equal([
        ...['Jos\u00e9 Four', 'Jos\u00e9 One', 'Jos\u00e9 Three', 'Jos\u00e9 Two'],
      ]);
    }
  });

  it('are listed as in a dictionary, page by page', async () => {
    const sorted = ['ada', 'Åsa', 'Boss', 'Éva', 'Łukasz', 'Zoe', 'Zoë', 'zora'];
    const others = sorted.filter((name) => name !== 'Boss').toReversed();
    const acme = await company(
      api,
      ['', 'Boss (people_team)', ...others.map((name) => `  ${name} [${name}]`)].join('\n'),
    );
    type Page = { items: { name: string }[]; nextCursor?: string };
    for (const [path, names] of [
      ['/users', sorted],
      ['/teams', sorted.filter((name) => name !== 'Boss')],
    ] as const) {
      const seen: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await acme.as('Boss').get<Page>(`${path}?limit=2${cursor}`);
        seen.push(...body.items.map(({ name }) => name));
        if (body.nextCursor === undefined) break;
        cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
      }
      expect(seen, path).to.deep.equal(names);
    }
    type Row = { name?: string; user?: { name: string } };
    const below = sorted.filter((name) => name !== 'Boss');
    for (const path of [`/org/users/${acme.id('Boss')}/direct-reports`, '/summaries/reports/weekly-digest']) {
      const { body } = await acme.as('Boss').get<Row[] | { rows: Row[] }>(path);
      const rows = Array.isArray(body) ? body : body.rows;
      const names = rows.map(({ name, user }) => name ?? user?.name).filter((name) => name !== 'Boss');
      expect(names, path).to.deep.equal(below);
    }
  });
});

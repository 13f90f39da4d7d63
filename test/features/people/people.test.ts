// People: who the caller is, the directory and its search, and what of it is for whom.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { DirectoryEntry } from '../../../src/platform/schema/people.ts';
import { client, company, refusal, sharedCompany, userToken, type Answer } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (admin)
    Mia [Sales] (senior_manager)
      Bob [Sales]
        Cy [Sales]
      Gus [Sales] †
    Will Müller [Tech]
      Zoë Ångström [Tech]
      An O'Neil [Tech]
  Pia [People] (people_team)
  Lea [Board] (senior_leadership)`;
const acme = sharedCompany(api, drawing);
const neighbour = sharedCompany(api, 'Zed [Sales]\n  Bob [Sales]');
const created = '2026-01-05T09:00:00.000Z';

type Page = { items: DirectoryEntry[]; nextCursor?: string };
const list = (who: string, query = ''): Promise<Answer<Page>> => acme.as(who).get<Page>(`/users${query}`);
const names = ({ body }: Answer<Page>): string[] => body.items.map(({ name }) => name);
const search = async (text: string, who = 'Cy'): Promise<string[]> =>
  names(await list(who, `?search=${encodeURIComponent(text)}`));
const everyone = ['Ada', "An O'Neil", 'Bob', 'Cy', 'Lea', 'Mia', 'Pia', 'Will Müller', 'Zoë Ångström'];

describe('GET /me', () => {
  it('names the manager whom the chart names: the next active one above somebody who left', async () => {
    const other = await company(api, 'Ada\n  Mia †\n    Bo');
    expect((await other.as('Bo').get('/me')).body).to.have.nested.property('manager.name', 'Ada');
  });

  it('returns the caller and their permissions towards everyone', async () => {
    const { status, body } = await acme.as('Bob').get('/me');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      id: acme.id('Bob'),
      name: 'Bob',
      jobTitle: "Bob's job",
      team: 'Sales',
      department: 'Sales',
      email: 'bob@example.test',
      roles: [],
      isManager: true,
      currentWeek: '2026-11-16',
      unreadNotifications: 0,
      timezone: 'Europe/Berlin',
      manager: { id: acme.id('Mia'), name: 'Mia', jobTitle: "Mia's job", team: 'Sales' },
      tenant: {
        id: acme.tenantId,
        name: 'Test',
        timezone: 'Europe/Berlin',
        managersAsk: false,
        slug: acme.tenantId,
        assistants: 'off',
      },
      permissions: [
        'digest:read',
        'trends:read',
        'non-setters:read',
        'check-ins:read',
        'response-times:read',
        'org:read',
      ],
    });
    const permissions = async (who: string): Promise<unknown> => (await acme.as(who).get('/me')).body['permissions'];
    expect(await permissions('Cy')).to.deep.equal([]);
    expect(await permissions('Ada')).to.include.members(['manager:set', 'profile:import', 'org:read']);
    expect(await permissions('Pia')).to.include.members(['summary:read', 'ai-insights:read', 'digest:read']);
    expect(await permissions('Pia')).to.not.include.members(['manager:set']);
  });

  it('says the language that the caller has chosen, or else that of the directory, or none', async () => {
    const languageOf = async (path: string): Promise<unknown> => {
      const { body } = await acme.as('Zoë Ångström').get(path);
      return (path === '/me' ? body : (body['me'] as object as Record<string, unknown>))['language'];
    };
    const said = async (): Promise<unknown[]> => [await languageOf('/me'), await languageOf('/home')];
    const choose = (language: string | null): Promise<Answer> =>
      acme.as('Zoë Ångström').put('/notifications/preferences', { preferences: [], language });
    expect(await said()).to.deep.equal([undefined, undefined]);
    await choose('de');
    expect(await said()).to.deep.equal(['de', 'de']);
    const path = `/admin/users/${acme.id('Zoë Ångström')}`;
    await acme.as('Ada').patch(path, { preferredLanguage: 'sv-SE' });
    expect(await said()).to.deep.equal(['de', 'de']);
    await choose(null);
    expect(await said()).to.deep.equal(['sv-SE', 'sv-SE']);
    await acme.as('Ada').patch(path, { preferredLanguage: null });
    expect(await said()).to.deep.equal([undefined, undefined]);
  });

  it('is closed to those who have left', async () => {
    expect(refusal(await acme.as('Gus').get('/me'))).to.deep.equal([401, 'UNAUTHENTICATED']);
    expect(refusal(await acme.as('Gus').get('/users'))).to.deep.equal([401, 'UNAUTHENTICATED']);
    expect(refusal(await acme.as('Gus').get('/users?search=*'))).to.deep.equal([401, 'UNAUTHENTICATED']);
    const other = client(api, () => userToken(api, neighbour.tenantId, acme.id('Bob')));
    expect(refusal(await other.get('/me'))).to.deep.equal([401, 'UNAUTHENTICATED']);
  });
});

describe('GET /users', () => {
  it('lists the active people of the tenant by name, to everyone', async () => {
    for (const who of ['Cy', 'Ada', 'Mia']) expect(names(await list(who))).to.deep.equal(everyone);
    expect((await neighbour.as('Bob').get<Page>('/users')).body.items.map(({ name }) => name)).to.deep.equal([
      'Bob',
      'Zed',
    ]);
  });

  it('shows e-mail address, state, manager and roles only to those who may read the chain', async () => {
    const detailed = async (who: string): Promise<string[]> =>
      (await list(who)).body.items.filter((item) => 'email' in item).map(({ name }) => name);
    for (const who of ['Ada', 'Pia', 'Lea']) expect(await detailed(who)).to.deep.equal(everyone);
    expect(await detailed('Mia')).to.deep.equal(['Bob', 'Cy', 'Mia']);
    expect(await detailed('Cy')).to.deep.equal(['Cy']);
    const [, , bob] = (await list('Mia')).body.items;
    const [, , hidden] = (await list('Cy')).body.items;
    const open = { id: acme.id('Bob'), name: 'Bob', jobTitle: "Bob's job", team: 'Sales', department: 'Sales' };
    const details = {
      email: 'bob@example.test',
      active: true,
      managerId: acme.id('Mia'),
      manager: { id: acme.id('Mia'), name: 'Mia', jobTitle: "Mia's job", team: 'Sales' },
      roles: [],
      updatedAt: created,
    };
    expect(bob).to.deep.equal({ ...open, ...details });
    expect(hidden).to.deep.equal(open);
  });

  it('filters by team and department for everyone, by manager and state only people whose chain the caller may read', async () => {
    expect(names(await list('Cy', '?team=Sales'))).to.deep.equal(['Bob', 'Cy', 'Mia']);
    expect(names(await list('Cy', '?department=Tech&search=an'))).to.deep.equal(["An O'Neil", 'Zoë Ångström']);
    expect(names(await list('Cy', '?team=Nowhere'))).to.deep.equal([]);
    const under = async (who: string, manager: string): Promise<string[]> =>
      names(await list(who, `?managerId=${acme.id(manager)}`));
    expect(await under('Pia', 'Will Müller')).to.deep.equal(["An O'Neil", 'Zoë Ångström']);
    expect(await under('Will Müller', 'Will Müller')).to.deep.equal(["An O'Neil", 'Zoë Ångström']);
    expect(await under('Cy', 'Will Müller')).to.deep.equal([]);
    expect(await under('Cy', 'Bob')).to.deep.equal(['Cy']);
    expect(names(await list('Ada', `?managerId=${neighbour.id('Zed')}`))).to.deep.equal([]);
    for (const who of ['Ada', 'Mia']) expect(names(await list(who, '?active=false')), who).to.deep.equal(['Gus']);
    for (const who of ['Bob', 'Will Müller']) {
      for (const query of ['?active=false', '?active=false&team=Sales', '?active=false&search=gus'])
        expect(names(await list(who, query)), `${who} ${query}`).to.deep.equal([]);
    }
  });

  it('has those who are asked for by id: leavers for those who may know of them, nobody of another tenant', async () => {
    const ids = ['Zoë Ångström', 'Bob', 'Gus'].map((name) => acme.id(name));
    const query = `?ids=${[...ids, neighbour.id('Zed'), randomUUID()].join()}`;
    expect(names(await list('Ada', query))).to.deep.equal(['Bob', 'Gus', 'Zoë Ångström']);
    expect(names(await list('Cy', query))).to.deep.equal(['Bob', 'Zoë Ångström']);
    expect(names(await list('Ada', `${query}&active=true&team=Sales`))).to.deep.equal(['Bob']);
    expect(names(await list('Ada', `${query}&search=bob`))).to.deep.equal(['Bob']);
    expect(names(await list('Ada', `?ids=${acme.id('Bob').toUpperCase()}`))).to.deep.equal(['Bob']);
    const { body } = await list('Ada', `${query}&limit=1`);
    expect(names(await list('Ada', `${query}&limit=2&cursor=${body.nextCursor}`))).to.deep.equal([
      'Gus',
      'Zoë Ångström',
    ]);
    const most = Array.from({ length: 199 }, () => randomUUID());
    expect(names(await list('Ada', `?ids=${[...most, acme.id('Bob')].join()}`))).to.deep.equal(['Bob']);
  });

  it('filters by the time of a change, whom one may know it of', async () => {
    const touch = (who: string, at: string): Promise<unknown> =>
      acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.updatedAt = datetime($at)', {
        id: acme.id(who),
        at,
      });
    await touch('Bob', '2026-11-19T10:00:00Z');
    await touch('Zoë Ångström', '2026-11-19T11:00:00Z');
    await touch('Gus', '2026-11-19T11:00:00Z');
    const since = async (who: string, at: string, more = ''): Promise<string[]> =>
      names(await list(who, `?updatedSince=${at}${more}`));
    for (const who of ['Ada', 'Pia', 'Lea'])
      expect(await since(who, '2026-11-19T10:00:00Z'), who).to.deep.equal(['Bob', 'Gus', 'Zoë Ångström']);
    expect(await since('Ada', '2026-11-19T10:00:00.001Z')).to.deep.equal(['Gus', 'Zoë Ångström']);
    expect(await since('Ada', '2026-11-19T10:00:00Z', '&active=true')).to.deep.equal(['Bob', 'Zoë Ångström']);
    expect(await since('Ada', '2026-11-19T10:00:00Z', '&active=false')).to.deep.equal(['Gus']);
    expect(await since('Ada', '2026-11-19T10:00:00Z', '&team=Sales')).to.deep.equal(['Bob', 'Gus']);
    expect(await since('Ada', '2026-11-19T10:00:00Z', '&search=zoe')).to.deep.equal(['Zoë Ångström']);
    expect(await since('Mia', '2026-11-19T10:00:00Z')).to.deep.equal(['Bob', 'Gus']);
    expect(await since('Bob', '2026-11-19T10:00:00Z')).to.deep.equal(['Bob']);
    expect(await since('Cy', '2026-11-19T10:00:00Z')).to.deep.equal([]);
    expect(await since('Cy', '1970-01-01T00:00:00Z')).to.deep.equal(['Cy']);
    expect(await since('Cy', '1970-01-01T00:00:00Z', '&search=bob')).to.deep.equal([]);
    const withGus = everyone.toSpliced(everyone.indexOf('Lea'), 0, 'Gus');
    expect(await since('Pia', '1970-01-01T00:00:00Z')).to.deep.equal(withGus);
    await touch('Bob', created);
    await touch('Zoë Ångström', created);
    for (const at of ['now', '2026-11-19', '2026-11-19T24:30:00Z'])
      expect(refusal(await list('Ada', `?updatedSince=${at}`)), at).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('finds people by the beginnings of words, in any case and without accents', async () => {
    const found: [string, string[]][] = [
      ['mull', ['Will Müller']],
      ['MÜLLER', ['Will Müller']],
      ['zoe', ['Zoë Ångström']],
      ['Zoë', ['Zoë Ångström']],
      ['zoe\u0308', ['Zoë Ångström']],
      ['angst zo', ['Zoë Ångström']],
      ['will', ['Will Müller']],
      ['wil müll', ['Will Müller']],
      ['an', ["An O'Neil", 'Zoë Ångström']],
      ["o'neil", ["An O'Neil"]],
      ["mia's job", ['Mia']],
      ['b', []],
      ['a', []],
      ['Ä', []],
      ['an a', []],
      ['mia bob', []],
      ['Sales', []],
      [acme.tenantId, []],
    ];
    for (const [text, expected] of found) expect(await search(text), text).to.deep.equal(expected);
  });

  it('finds people by their address if the caller may see it', async () => {
    for (const who of ['Ada', 'Pia', 'Mia', 'Bob'])
      for (const text of ['bob@example.test', 'bob example.te', 'bob@'])
        expect(await search(text, who), `${who} ${text}`).to.deep.equal(['Bob']);
    for (const who of ['Cy', 'Will Müller']) expect(await search('bob@example.test', who), who).to.deep.equal([]);
    expect(await search('example.test', 'Bob')).to.deep.equal(['Bob', 'Cy']);
    expect(await search('example.test', 'Cy')).to.deep.equal(['Cy']);
    expect(await search('example.test', 'Pia')).to.deep.equal(everyone);
  });

  it('finds the one in a team, below a manager or who left among a thousand of the same name', async () => {
    const crowd = await company(api, 'Ada (admin)\n  Kim Zed [Rare]\n  Kim Yan †');
    await crowd.statement(
      `MATCH (ada:User {id: $ada})
       UNWIND range(1, 1000) AS n
       CREATE (u:User:$('T_' + replace($tenantId, '-', '')) {tenantId: $tenantId, id: randomUUID(), name: 'Kim', sortName: 'kim',
         email: 'kim@' + n, jobTitle: 'Kim', roles: [], active: true,
         createdAt: datetime($created), updatedAt: datetime($created)})`,
      { ada: crowd.id('Ada'), created },
    );
    await api.graph.statement('CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()');
    const find = async (query: string): Promise<string[]> =>
      names(await crowd.as('Ada').get<Page>(`/users?limit=200&search=kim${query}`));
    expect(await find('&team=Rare')).to.deep.equal(['Kim Zed']);
    expect(await find('&active=false')).to.deep.equal(['Kim Yan']);
    expect(await find(`&managerId=${crowd.id('Ada')}`)).to.deep.equal(['Kim Zed']);
    expect(await find('')).to.have.length(200);
  });

  it('takes Lucene syntax as plain text', async () => {
    for (const text of ['a AND (', '*', '"', '+-&&||!(){}[]^"~*?:\\/', 'name:mia', '\\', '🙂'])
      expect(await search(text), text).to.deep.equal([]);
    for (const text of ['(bob)', '"bob', 'bob~', 'bob*', 'bo?'])
      expect(await search(text), text).to.deep.equal(['Bob']);
    expect(await search('NOT bob')).to.deep.equal([]);
  });

  it('refuses a search that is empty or too long, and unknown filters', async () => {
    for (const query of [
      'search=',
      `search=${'x'.repeat(10_000)}`,
      'search=%00',
      'active=1',
      'managerId=x',
      'ids=x',
      'ids=',
      `ids=${Array.from({ length: 201 }, () => randomUUID()).join()}`,
      'name=Bob',
      `search=${'xy '.repeat(9)}`,
    ])
      expect(refusal(await list('Cy', `?${query}`)), query.slice(0, 20)).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect((await list('Cy', `?search=${'xy '.repeat(8)}`)).status).to.equal(200);
  });

  it('gives pages, whose cursors are good for the caller and the filters alone', async () => {
    const inPages: string[] = [];
    let cursor = '';
    do {
      const { body } = await list('Cy', `?limit=2${cursor && `&cursor=${cursor}`}`);
      inPages.push(...body.items.map(({ name }) => name));
      cursor = body.nextCursor ?? '';
    } while (cursor && inPages.length < 20);
    expect(inPages).to.deep.equal(everyone);

    const { nextCursor = '' } = (await list('Cy', '?team=Sales&limit=1')).body;
    expect(names(await list('Cy', `?limit=200&cursor=${nextCursor}&team=Sales`))).to.deep.equal(['Cy', 'Mia']);
    const sent = { who: 'Cy', query: `team=Sales&cursor=${nextCursor}` };
    for (const { who, query } of [
      { ...sent, who: 'Bob' },
      { ...sent, query: `team=Tech&cursor=${nextCursor}` },
      { ...sent, query: `cursor=${nextCursor}` },
      { ...sent, query: `team=Sales&active=true&cursor=${nextCursor}` },
      { ...sent, query: `team=Sales&cursor=${nextCursor.slice(1)}` },
    ]) {
      expect(refusal(await list(who, `?${query}`)), query).to.deep.equal([400, 'INVALID_CURSOR']);
    }
    const elsewhere = await acme.as('Cy').get(`/notifications?cursor=${nextCursor}`);
    expect(refusal(elsewhere)).to.deep.equal([400, 'INVALID_CURSOR']);
    const foreign = await neighbour.as('Bob').get(`/users?team=Sales&cursor=${nextCursor}`);
    expect(refusal(foreign)).to.deep.equal([400, 'INVALID_CURSOR']);
  });
});

describe('GET /users/{userId}', () => {
  it('returns the row of the directory, with details and manager for those who may read the chain', async () => {
    const read = async (who: string, name: string): Promise<Record<string, unknown>> =>
      (await acme.as(who).get(`/users/${acme.id(name)}`)).body;
    const open = { id: acme.id('Bob'), name: 'Bob', jobTitle: "Bob's job", team: 'Sales', department: 'Sales' };
    const manager = { id: acme.id('Mia'), name: 'Mia', jobTitle: "Mia's job", team: 'Sales' };
    const details = {
      email: 'bob@example.test',
      active: true,
      managerId: acme.id('Mia'),
      roles: [],
      updatedAt: created,
      manager,
    };
    for (const who of ['Bob', 'Mia', 'Ada', 'Pia', 'Lea'])
      expect(await read(who, 'Bob'), who).to.deep.equal({ ...open, ...details });
    for (const who of ['Cy', 'Will Müller']) expect(await read(who, 'Bob'), who).to.deep.equal(open);
    expect(await read('Mia', 'Gus')).to.include({ active: false });
  });

  it('does not find a stranger, and is closed for one of another tenant', async () => {
    const at = (id: string): Promise<Answer> => acme.as('Ada').get(`/users/${id}`);
    expect(refusal(await at(randomUUID()))).to.deep.equal([404, 'USER_NOT_FOUND']);
    expect(refusal(await at(neighbour.id('Zed')))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await at('x'))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });
});

describe('GET /users/{userId}/overview', () => {
  const read = (who: string, name: string): Promise<Answer> => acme.as(who).get(`/users/${acme.id(name)}/overview`);
  const ref = (name: string, team: string) => ({ id: acme.id(name), name, jobTitle: `${name}'s job`, team });
  const open = () => ({ user: ref('Bob', 'Sales'), department: 'Sales' });

  it('says what the caller may read of the person, and has it', async () => {
    const chain = {
      email: 'bob@example.test',
      active: true,
      reports: 1,
      managers: [ref('Mia', 'Sales'), ref('Ada', 'Board')],
    };
    const line = ['chain:read', 'summary:read', 'summary:respond', 'absence:read', 'absence:edit'];
    const permissions = [...line, 'board:read', 'profile:read'];
    const none = { hasProfile: false, hasMotivators: false };
    expect((await read('Mia', 'Bob')).body).to.deep.equal({ ...open(), permissions, ...chain, scores: [], ...none });
    expect((await read('Cy', 'Bob')).body).to.deep.equal({ ...open(), permissions: [] });
    const own = (await read('Bob', 'Bob')).body as Record<string, unknown>;
    expect(own['permissions']).to.include.members(['summary:edit', 'goal:edit', 'ai-insights:read']);
    const admin = (await read('Ada', 'Will Müller')).body as Record<string, unknown>;
    expect(admin['permissions']).to.include.members(['manager:set', 'board:read', 'summary:read']);
    expect(admin).to.not.have.property('reports', 0);
    const made = await acme.as('Bob').post('/summaries', aSummary());
    const week = { weekStart: '2026-11-16', summaryId: made.body['id'], scores: aSummary()['scores'] };
    for (const who of ['Bob', 'Mia', 'Pia'])
      expect((await read(who, 'Bob')).body, who).to.deep.include({ scores: [week] });
    for (const who of ['Cy', 'Will Müller'])
      expect((await read(who, 'Bob')).body, who).to.deep.equal({ ...open(), permissions: [] });
    const mayAsk = async (who: string): Promise<boolean> =>
      ((await read(who, 'Bob')).body as { permissions: string[] }).permissions.includes('question:manage');
    const ask = (managersAsk: string): Promise<unknown> =>
      acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.managersAsk = $managersAsk', { managersAsk });
    await ask('on');
    expect([await mayAsk('Mia'), await mayAsk('Bob'), await mayAsk('Cy')]).to.deep.equal([true, true, false]);
    await ask('off');
    expect([await mayAsk('Mia'), await mayAsk('Bob'), await mayAsk('Cy')]).to.deep.equal([false, false, false]);
  });

  it('says whether a profile and motivators are stored, to those who may read them', async () => {
    const other = await company(api, 'Ada\n  Bo\n    Cy');
    await other.statement(
      `MATCH (bo:User {tenantId: $tenantId, id: $id})
       CREATE (bo)-[:HAS]->(p:Profile:$($label) {tenantId: $tenantId, userId: bo.id, fields: '{}'}),
         (bo)-[:HAS]->(m:Motivators:$($label) {tenantId: $tenantId, userId: bo.id, scores: '[]'})`,
      { id: other.id('Bo') },
    );
    const at = async (who: string) => (await other.as(who).get(`/users/${other.id('Bo')}/overview`)).body;
    for (const who of ['Ada', 'Bo']) expect(await at(who)).to.include({ hasProfile: true, hasMotivators: true });
    expect(await at('Cy')).to.not.have.any.keys('hasProfile', 'hasMotivators');
  });

  it('does not find a stranger, and is closed for one of another tenant', async () => {
    const at = (id: string): Promise<Answer> => acme.as('Ada').get(`/users/${id}/overview`);
    expect(refusal(await at(randomUUID()))).to.deep.equal([404, 'USER_NOT_FOUND']);
    expect(refusal(await at(neighbour.id('Zed')))).to.deep.equal([403, 'FORBIDDEN']);
  });
});

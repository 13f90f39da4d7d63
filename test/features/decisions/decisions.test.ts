// Who may ask for access decisions, faults in a batch, tenants, tokens of searches, and what is read while people are moved.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import type { Call } from '../../../src/platform/graph/queries/call-types.ts';
import type { Sent } from '../../platform/http/wire.ts';
import { company, fingerprint, sharedCompany, tokenOf } from '../../support/company.ts';
import { decisionClient, type AskDecision, type Decided, type Entity } from '../../support/decisions.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = sharedCompany(api, 'Ada (admin)\n  Bob\n    Cy\n    Dee\n  Gus †\n  Pia (people_team)');
const neighbour = sharedCompany(api, 'Zoe (admin, people_team)\n  Yan');
let ask: AskDecision;
let summary: Entity;
before(async () => {
  ask = decisionClient(api, acme);
  const { body } = await acme.as('Cy').post('/summaries', aSummary());
  summary = { type: 'summary', id: String(body['id']) };
});

const user = (name: string, of = acme): Entity => ({ type: 'user', id: of.id(name) });
const reading = (subject: Entity, resource: Entity = summary) => ({
  subject,
  resource,
  action: { name: 'summary:read' },
});
const codeOf = ({ status, body }: Sent): unknown => [status, (body as { code?: string }).code];
const forbidden = [403, 'FORBIDDEN'];
const invalid = [400, 'VALIDATION_ERROR'];
const decisionsOf = ({ status, body }: Sent): Decided[] => {
  expect(status).to.equal(200);
  return (body as { evaluations: Decided[] }).evaluations;
};

describe('access decisions', () => {
  it('are given to a person about themselves, to an admin about anyone, and to nobody else', async () => {
    const about = async (asker: string, subject: string): Promise<number> => {
      const token = await acme.token(asker);
      const { status } = await ask('evaluation', reading(user(subject)), { token });
      const several = { ...reading(user(asker)), evaluations: [{}, { subject: user(subject) }] };
      expect((await ask('evaluations', several, { token })).status).to.equal(status);
      const actions = await ask('search/action', { subject: user(subject), resource: summary }, { token });
      expect(actions.status).to.equal(status);
      const resources = { ...reading(user(subject)), resource: { type: 'summary' } };
      expect((await ask('search/resource', resources, { token })).status).to.equal(status);
      return status;
    };
    expect(await about('Cy', 'Cy')).to.equal(200);
    expect(await about('Ada', 'Cy')).to.equal(200);
    for (const asker of ['Bob', 'Dee', 'Pia']) expect(await about(asker, 'Cy'), asker).to.equal(403);
  });

  it('are refused to people about subjects that do not exist, as about others', async () => {
    const token = await acme.token('Bob');
    const strangers = [
      user('Yan', neighbour),
      { type: 'user', id: randomUUID() },
      { type: 'robot', id: acme.id('Bob') },
    ];
    for (const subject of [...strangers, { type: 'user', id: 'bob' }]) {
      expect(codeOf(await ask('evaluation', reading(subject), { token }))).to.deep.equal(forbidden);
      const search = { subject, action: { name: 'x' }, resource: { type: 'y' } };
      expect(codeOf(await ask('search/resource', search, { token }))).to.deep.equal(forbidden);
    }
  });

  it('list who may see something for admins and services only', async () => {
    const search = { ...reading(user('Cy')), subject: { type: 'user' } };
    const found = await ask('search/subject', search, { token: await acme.token('Ada') });
    expect(found.body).to.have.property('results').with.length(4);
    expect((await ask('search/subject', search)).body).to.deep.equal(found.body);
    for (const name of ['Cy', 'Bob', 'Pia']) {
      expect(codeOf(await ask('search/subject', search, { token: await acme.token(name) }))).to.deep.equal(forbidden);
    }
    const ofNothing = { ...search, subject: { type: 'robot' } };
    expect(codeOf(await ask('search/subject', ofNothing, { token: await acme.token('Cy') }))).to.deep.equal(forbidden);
  });

  it('need a token; of a service one with the scope, of a person one who is active', async () => {
    const wrong = { sub: 'service:intranet', tenant: acme.tenantId, scope: 'notifications:dispatch' };
    for (const path of ['evaluation', 'evaluations']) {
      const asked = reading(user('Cy'));
      expect(codeOf(await ask(path, asked, { token: '' }))).to.deep.equal([401, 'UNAUTHENTICATED']);
      expect(codeOf(await ask(path, asked, { token: await tokenOf(api, wrong) }))).to.deep.equal(forbidden);
      const gone = await ask(path, reading(user('Gus')), { token: await acme.token('Gus') });
      expect(codeOf(gone)).to.deep.equal([401, 'UNAUTHENTICATED']);
    }
    const notifications = { authorization: `Bearer ${await tokenOf(api, { ...wrong, scope: 'access:evaluate' })}` };
    const types = await fetch(`${api.url}/v1/notifications/types`, { headers: notifications });
    expect(types.status, 'the scope permits nothing else').to.equal(403);
  });

  it('know nothing of a neighbour tenant: its ids are unknown, and no answer differs from that of a random id', async () => {
    const theirs = await neighbour.as('Yan').post('/summaries', aSummary());
    const foreign = { type: 'summary', id: String(theirs.body['id']) };
    const unknown = { decision: false, context: { reason: 'unknown', orgRevision: 0 } };
    const questions = [
      reading(user('Yan', neighbour)),
      reading(user('Cy'), foreign),
      reading(user('Zoe', neighbour), foreign),
      reading({ type: 'user', id: randomUUID() }),
      reading(user('Cy'), { type: 'summary', id: randomUUID() }),
    ];
    for (const question of questions) expect((await ask('evaluation', question)).body).to.deep.equal(unknown);
    const nothing = { page: { next_token: '' }, results: [] };
    expect(
      (await ask('search/subject', { ...reading(user('Cy'), foreign), subject: { type: 'user' } })).body,
    ).to.deep.equal(nothing);
    const everyone = await ask('search/resource', {
      subject: user('Ada'),
      action: { name: 'manager:set' },
      resource: { type: 'user' },
    });
    expect((everyone.body as { results: Entity[] }).results.map(({ id }) => id)).to.have.members(
      acme.people.map(({ id }) => id),
    );
  });

  it('are false for types and actions that do not exist, also for words that every object knows', async () => {
    for (const word of ['toString', '__proto__', 'constructor', '', 'summary:write', 'nominations:read', 'goal:edit']) {
      const { body } = await ask('evaluation', { ...reading(user('Cy')), action: { name: word } });
      expect(body, word).to.deep.equal({ decision: false, context: { reason: 'unknown', orgRevision: 0 } });
      const resource = { type: word, id: summary.id };
      expect((await ask('evaluation', { ...reading(user('Cy')), resource })).body).to.have.property('decision', false);
      expect((await ask('search/action', { subject: user('Cy'), resource })).body).to.deep.include({ results: [] });
    }
  });

  it('take ids in capitals, and any other text for the id of nothing', async () => {
    const loud = { type: 'user', id: acme.id('Cy').toUpperCase() };
    expect((await ask('evaluation', reading(loud))).body).to.have.property('decision', true);
    for (const id of ['\0', '\ud800', "' OR 1=1", '%00', 'x'.repeat(10_000), `${acme.id('Cy')} `]) {
      const subject = await ask('evaluation', reading({ type: 'user', id }));
      expect(subject.body).to.have.property('decision', false);
      const resource = await ask('evaluation', reading(user('Cy'), { type: 'summary', id }));
      expect(resource.body).to.have.property('decision', false);
    }
  });

  it('never believe the request: roles and managers that it claims change nothing', async () => {
    const claims = { roles: ['admin', 'people_team'], levelsAbove: 1, active: true };
    const asked = reading(
      { ...user('Dee'), properties: claims } as Entity,
      { ...summary, properties: claims } as Entity,
    );
    expect((await ask('evaluation', { ...asked, context: claims })).body).to.have.property('decision', false);
  });

  it('are no change: they take no Idempotency-Key, have no ETag and leave the tenant as it is', async () => {
    const before = await fingerprint(api, acme.tenantId);
    const headers = { 'idempotency-key': 'one' };
    const answers = [
      await ask('evaluation', reading(user('Cy')), { headers }),
      await ask('evaluation', reading(user('Dee')), { headers }),
    ];
    expect(answers.map(({ body }) => (body as Decided).decision)).to.deep.equal([true, false]);
    for (const answer of answers) {
      expect(answer.headers).to.not.have.any.keys('etag', 'idempotency-replayed');
      expect(answer.headers).to.include({ 'cache-control': 'no-store' });
    }
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('are logged by their route, without what was asked', async () => {
    await ask('evaluation', reading(user('Dee')), { headers: { 'x-request-id': 'not for <the> log' } });
    const line = JSON.parse(api.logged.at(-1) ?? '{}') as Record<string, unknown>;
    expect(line).to.include({ route: '/access/v1/evaluation', status: 200, service: 'intranet' });
    expect(line['requestId']).to.match(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(line)).to.not.include(acme.id('Dee')).and.not.include('log');
  });
});

describe('several evaluations', () => {
  const several = (evaluations: unknown[], more: object = {}) =>
    ask('evaluations', { ...reading(user('Cy')), ...more, evaluations });

  it('end with the first denial or permission, if the request says so', async () => {
    const asked = [{}, { subject: user('Dee') }, { subject: user('Bob') }, { subject: user('Dee') }];
    const answersOf = async (semantic: string, evaluations = asked): Promise<boolean[]> => {
      const answer = await several(evaluations, { options: { evaluations_semantic: semantic, other: 1 } });
      return decisionsOf(answer).map(({ decision }) => decision);
    };
    expect(await answersOf('execute_all')).to.deep.equal([true, false, true, false]);
    expect(await answersOf('deny_on_first_deny')).to.deep.equal([true, false]);
    expect(await answersOf('permit_on_first_permit')).to.deep.equal([true]);
    expect(await answersOf('permit_on_first_permit', asked.slice(1))).to.deep.equal([false, true]);
    expect(await answersOf('deny_on_first_deny', asked.slice(0, 1))).to.deep.equal([true]);
    const unknown = await several([{}], { options: { evaluations_semantic: 'first' } });
    expect(codeOf(unknown)).to.deep.equal(invalid);
  });

  it('are denied in their place where they have a fault, which ends them as any denial', async () => {
    const faulty = [
      5,
      null,
      'x',
      [],
      { subject: 'Cy' },
      { subject: null },
      { action: {} },
      { resource: { type: 'user' } },
    ];
    const decisions = decisionsOf(await several([{}, ...faulty, {}]));
    expect(decisions.map(({ decision }) => decision)).to.deep.equal([true, ...faulty.map(() => false), true]);
    for (const { context } of decisions.slice(1, -1)) {
      expect(context).to.have.all.keys('error');
      expect(context?.['error']).to.have.property('status', 400);
    }
    expect(decisions[7]?.context?.['error']).to.have.property('message', 'action must have the field name.');
    const options = { evaluations_semantic: 'deny_on_first_deny' };
    expect(decisionsOf(await several([{}, 5, {}], { options }))).to.have.length(2);
  });

  it('are refused as a whole for a fault outside them', async () => {
    for (const more of [{ subject: 'Cy' }, { action: 1 }, { resource: [] }, { context: 'x' }, { options: 'x' }]) {
      expect(codeOf(await several([{}], more)), JSON.stringify(more)).to.deep.equal(invalid);
    }
    for (const evaluations of [{}, 'x', 1]) {
      expect(codeOf(await ask('evaluations', { ...reading(user('Cy')), evaluations }))).to.deep.equal(invalid);
    }
  });

  it('take the place of a default as a whole: nothing of the default is left', async () => {
    const [decision] = decisionsOf(await several([{ resource: { type: 'summary' } }]));
    expect(decision).to.have.property('decision', false);
    expect(decision?.context?.['error']).to.have.property('message', 'resource must have the field id.');
  });

  it('are at most 1,000 for a service and 100 for a user', async () => {
    const messageOf = async (count: number, token?: string): Promise<unknown> => {
      const asked = { ...reading(user('Ada')), evaluations: Array(count).fill({}) };
      const { status, body } = await ask('evaluations', asked, token === undefined ? {} : { token });
      return status === 200 ? 'decided' : (body as { message: string }).message;
    };
    const token = await acme.token('Ada');
    expect(await messageOf(1_000)).to.equal('decided');
    expect(await messageOf(1_001)).to.equal('evaluations must NOT have more than 1000 items.');
    expect(await messageOf(100, token)).to.equal('decided');
    expect(await messageOf(101, token)).to.equal('evaluations must NOT have more than 100 items.');
  });

  it('that are equal are decided once, and none behind the one that ends the list', async () => {
    let asked = 0;
    api.graph.figures.onStatement(({ query, calls }) => void (query === 'decisions/facts' && (asked += calls)));
    const options = { evaluations_semantic: 'permit_on_first_permit' };
    const others = Array.from({ length: 500 }, () => ({ subject: { type: 'user', id: randomUUID() } }));
    const equal = Array(50).fill({ subject: user('Dee') }) as unknown[];
    expect(decisionsOf(await several([...equal, {}, ...others], { options }))).to.have.length(51);
    expect(asked).to.be.within(2, 40);
  });

  it('may be as many as the body has room for, and all are right', async () => {
    const people = ['Ada', 'Bob', 'Cy', 'Dee', 'Pia'];
    const evaluations = Array.from({ length: 600 }, (_, n) => ({ subject: user(people[n % people.length] ?? '') }));
    const decisions = decisionsOf(await several(evaluations)).map(({ decision }) => decision);
    expect(decisions).to.deep.equal(evaluations.map((_, n) => people[n % people.length] !== 'Dee'));
  });
});

describe('a search', () => {
  const everyone = () => ({ subject: user('Ada'), action: { name: 'chain:read' }, resource: { type: 'user' } });
  const tokenOfPage = ({ body }: Sent): string => (body as { page: { next_token: string } }).page.next_token;
  const idsOf = ({ body }: Sent): string[] => (body as { results: Entity[] }).results.map(({ id }) => id);

  it('goes through all results once, whatever the limit', async () => {
    const whole = idsOf(await ask('search/resource', everyone()));
    expect(whole).to.deep.equal(acme.people.toSorted((a, b) => (a.email < b.email ? -1 : 1)).map(({ id }) => id));
    for (const limit of [1, 2, 5, 6, 7, 1_000, 1_000_000]) {
      const found: string[] = [];
      let page: object = { limit };
      for (let pages = 0; pages < 10; pages += 1) {
        const answer = await ask('search/resource', { ...everyone(), page });
        const ids = idsOf(answer);
        expect(ids.length).to.be.at.most(limit);
        found.push(...ids);
        const token = tokenOfPage(answer);
        if (token === '') break;
        page = { token, limit };
      }
      expect(found, `limit ${limit}`).to.deep.equal(whole);
    }
    const none = await ask('search/resource', { ...everyone(), page: { limit: 0 } });
    expect([idsOf(none), tokenOfPage(none) !== '']).to.deep.equal([[], true]);
  });

  it('refuses a token with another request, limit or caller, and one that was changed', async () => {
    const token = tokenOfPage(await ask('search/resource', { ...everyone(), page: { limit: 2 } }));
    const refused = [400, 'INVALID_CURSOR'];
    const page = { token };
    const reordered = {
      page,
      resource: { type: 'user', id: 'ignored' },
      action: { name: 'chain:read' },
      subject: { id: acme.id('Ada'), type: 'user' },
    };
    expect((await ask('search/resource', reordered)).status).to.equal(200);
    const others = [
      { ...everyone(), page, action: { name: 'board:read' } },
      { ...everyone(), page, subject: user('Pia') },
      { ...everyone(), page, resource: { type: 'summary' } },
      { ...everyone(), page, context: { time: 'now' } },
      { ...everyone(), page: { token, limit: 3 } },
      { ...everyone(), page: { token: `${token}x` } },
      { ...everyone(), page: { token: 'x' } },
    ];
    for (const other of others) expect(codeOf(await ask('search/resource', other))).to.deep.equal(refused);
    const asAda = await ask('search/resource', { ...everyone(), page }, { token: await acme.token('Ada') });
    expect(codeOf(asAda)).to.deep.equal(refused);
    const elsewhere = await decisionClient(api, neighbour)('search/resource', { ...everyone(), page });
    expect(codeOf(elsewhere)).to.deep.equal(refused);
  });

  it('goes on after the last user of a page was erased', async () => {
    const other = await company(api, 'Ann\n  Ben\n  Cat\n  Dan');
    const client = decisionClient(api, other);
    const question = { subject: user('Ann', other), action: { name: 'chain:read' }, resource: { type: 'user' } };
    const first = await client('search/resource', { ...question, page: { limit: 2 } });
    const { page } = first.body as { page: { next_token: string } };
    await api.graph.statement('MATCH (u:User {id: $id}) DETACH DELETE u', { id: other.id('Ben') });
    const next = await client('search/resource', { ...question, page: { token: page.next_token } });
    expect([...idsOf(first), ...idsOf(next)]).to.deep.equal(['Ann', 'Ben', 'Cat', 'Dan'].map((name) => other.id(name)));
  });

  it('refuses an invalid page', async () => {
    for (const page of ['x', [], { limit: -1 }, { limit: 1.5 }, { limit: '2' }, { token: 5 }]) {
      expect(codeOf(await ask('search/resource', { ...everyone(), page })), JSON.stringify(page)).to.deep.equal(
        invalid,
      );
    }
  });

  it('finds a role from the moment it is given', async () => {
    const other = await company(api, 'Ann\n  Ben');
    const client = decisionClient(api, other);
    const viewers = async (): Promise<string[]> => {
      const asked = { subject: { type: 'user' }, action: { name: 'profile:import' }, resource: user('Ann', other) };
      return idsOf(await client('search/subject', asked));
    };
    const give = (roles: string[]) =>
      other.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.roles = $roles', {
        id: other.id('Ben'),
        roles,
      });
    expect(await viewers()).to.deep.equal([]);
    await give(['people_team', 'admin']);
    expect(await viewers()).to.deep.equal([other.id('Ben')]);
    await give(['people_team']);
    expect(await viewers()).to.deep.equal([]);
  });
});

describe('while a person is moved', () => {
  let isMoving = false;
  /** The first time it is asked, the graph is as between two managers: nobody is above. */
  const between = (graph: GraphClient): GraphClient => ({
    ...graph,
    bind(scope) {
      const bound = graph.bind(scope);
      return {
        ...bound,
        async one<T>(...call: Call) {
          const row = await bound.one<T>(...call);
          if (call[0] !== 'decisions/facts' || !isMoving) return row;
          isMoving = false;
          return { ...row, path: null };
        },
      };
    },
  });
  const moving = service(({ graph }) => ({ graph: between(graph) }));

  it('a denial for want of a place above is decided again, as a GET that is refused', async () => {
    isMoving = true;
    const { body } = await decisionClient(moving, acme)('evaluation', reading(user('Bob')));
    expect([isMoving, (body as Decided).decision]).to.deep.equal([false, true]);
    isMoving = true;
    const actions = await decisionClient(moving, acme)('search/action', { subject: user('Bob'), resource: summary });
    const names = (actions.body as { results: { name: string }[] }).results.map(({ name }) => name);
    expect([isMoving, names]).to.deep.equal([false, ['summary:read', 'summary:respond']]);
  });
});

// Access decisions along another line: as if a plan were applied, they are those after it is; as of a time, those that
// were made then. On drawn charts and plans, for every two people and every action; on large ones
// for a sample of these.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createRandom, pick, type Random } from '../../../scripts/tools/random.ts';
import { roles } from '../../../src/platform/access/permissions.ts';
import type { Sent } from '../../platform/http/wire.ts';
import { casesOf } from '../../support/cases.ts';
import { company, type Company } from '../../support/company.ts';
import { actions, decisionClient, type AskDecision, type Decided, type Entity } from '../../support/decisions.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const people = 9;
const large = { people: 200, moves: 40, cases: 3_000 };
/** For each person the manager, or null at the top. */
type Line = (number | null)[];
type Case = { subject: Entity; action: { name: string }; resource: Entity };

const drawOrder = (random: Random, size = people): number[] =>
  Array.from({ length: size }, (_, n) => n).sort(() => random() - 0.5);

/** One of those before in an order, or null. Where all have such a manager, nobody is above themselves. */
function drawManager(random: Random, order: readonly number[], person: number): number | null {
  const at = order.indexOf(person);
  return at === 0 || random() < 0.15 ? null : pick(random, order.slice(0, at));
}

/** A forest. */
function drawLine(random: Random, order = drawOrder(random)): Line {
  const line: Line = [];
  for (const person of order) line[person] = drawManager(random, order, person);
  return line;
}

/** The drawing of a line; P0 is an admin, and half of the others have a role. */
function draw(line: Line, random: Random): string {
  const held = line.map((_, n) => (n === 0 ? ['admin'] : random() < 0.5 ? [pick(random, roles)] : []));
  const below = (manager: number | null, indent: string): string =>
    line
      .map((own, n) =>
        own === manager
          ? `${indent}P${n}${held[n]?.length ? ` (${held[n]?.join(', ')})` : ''}\n${below(n, `${indent}  `)}`
          : '',
      )
      .join('');
  return below(null, '');
}

/** Everyone has a summary, a goal and a notification, with the id of the person. */
async function writeBelongings({ tenantId }: Company): Promise<void> {
  await api.graph.statement(
    `MATCH (user:User {tenantId: $tenantId}) WHERE user.email IS NOT NULL
     CREATE (user)-[:WROTE]->(:Summary:$($label) {tenantId: $tenantId, id: user.id, userId: user.id,
       weekStart: date('2026-11-16'), createdAt: datetime('2026-11-16T09:00:00Z')})
     CREATE (user)-[:OWNS]->(:Goal:$($label) {tenantId: $tenantId, id: user.id, userId: user.id, title: 'Goal',
       weekStart: date('2026-11-16'), dateSet: datetime('2026-11-16T09:00:00Z')})
     CREATE (user)-[:RECEIVED]->(:Notification:$($label) {tenantId: $tenantId, id: user.id, userId: user.id,
       eventId: user.id, unread: true, createdAt: datetime('2026-11-16T09:00:00Z')})`,
    { tenantId, label: `T_${tenantId.replaceAll('-', '')}` },
  );
}

/** Every person, action and resource. */
const listCases = (acme: Company): Case[] =>
  acme.people.flatMap(({ id: subjectId }) =>
    acme.people.flatMap(({ id }) =>
      Object.entries(actions).flatMap(([type, names]) =>
        names.map((name) => ({ subject: { type: 'user', id: subjectId }, action: { name }, resource: { type, id } })),
      ),
    ),
  );

const resultsOf = ({ status, body }: Sent): Entity[] => {
  expect(status).to.equal(200);
  return (body as { results: Entity[] }).results;
};

/** The decisions of all cases, with their explanations but for the revision. */
async function decideAll(ask: AskDecision, cases: Case[], context: object = {}): Promise<Decided[]> {
  const decided: Decided[] = [];
  for (let start = 0; start < cases.length; start += 200) {
    const { status, body } = await ask('evaluations', { context, evaluations: cases.slice(start, start + 200) });
    expect(status).to.equal(200);
    for (const { decision, context: why } of (body as { evaluations: Decided[] }).evaluations) {
      decided.push({ decision, context: { ...why, orgRevision: null } });
    }
  }
  return decided;
}

/** The searches find what the decisions permit, along the same line. */
async function expectSearches(ask: AskDecision, cases: Case[], decided: Decided[], context: object): Promise<void> {
  const sample = cases.filter((_, n) => n % 17 === 0);
  for (const { subject, action, resource } of sample) {
    const permitted = cases.filter((one, n) => one.action.name === action.name && decided[n]?.decision);
    const subjects = resultsOf(await ask('search/subject', { subject: { type: 'user' }, action, resource, context }));
    const whoMay = permitted.filter((one) => one.resource.id === resource.id).map((one) => one.subject);
    expect(subjects, `who may ${action.name}`).to.have.deep.members(whoMay);
    const resources = await ask('search/resource', { subject, action, resource: { type: resource.type }, context });
    const withWhat = permitted.filter((one) => one.subject.id === subject.id).map((one) => one.resource);
    expect(resultsOf(resources), `with what ${action.name}`).to.have.deep.members(withWhat);
  }
}

describe('access decisions in a view', () => {
  for (const seed of casesOf(import.meta, ['one'], [String(Date.now())])) {
    it(`equal those after the plan is applied, and those of the time before and between: ${seed}`, async () => {
      const random = createRandom('views', seed);
      const lines = [drawLine(random), drawLine(random), drawLine(random)];
      const acme = await company(api, draw(lines[0] as Line, random));
      await writeBelongings(acme);
      const ask = decisionClient(api, acme);
      const cases = listCases(acme);
      const id = (n: number): string => acme.id(`P${n}`);
      const atStage: Decided[][] = [await decideAll(ask, cases)];
      const times = [1, 2].map((hours) => new Date(Date.parse(friday) + hours * 3_600_000).toISOString());

      for (const [stage, at] of times.entries()) {
        api.clock.now = at;
        const [from = [], to = []] = lines.slice(stage);
        const moves = to.flatMap((manager, n) =>
          manager === from[n] ? [] : [{ userId: id(n), managerId: manager === null ? null : id(manager) }],
        );
        const created = await acme.as('P0').post('/admin/org-plans', { name: `Plan ${stage}`, moves });
        expect(created.status).to.equal(201);
        const context = { plan: String(created.body['id']) };
        const planned = await decideAll(ask, cases, context);
        expect(await decideAll(ask, cases), 'a plan changes nothing').to.deep.equal(atStage[stage]);
        await expectSearches(ask, cases, planned, context);
        expect((await acme.as('P0').post(`/admin/org-plans/${context.plan}/apply`)).status).to.equal(200);
        const applied = await decideAll(ask, cases);
        expect(planned).to.deep.equal(applied);
        expect(applied).to.not.deep.equal(atStage[stage]);
        atStage.push(applied);
      }

      const before = (at: string): string => new Date(Date.parse(at) - 1_000).toISOString();
      for (const [stage, asOf] of [before(times[0] ?? ''), before(times[1] ?? ''), times[1] ?? ''].entries()) {
        const context = { asOf };
        const past = await decideAll(ask, cases, context);
        expect(past, `as of stage ${stage}`).to.deep.equal(atStage[stage]);
        if (stage === 0) await expectSearches(ask, cases, past, context);
      }
      api.clock.now = friday;
    });
  }

  for (const seed of casesOf(import.meta, [], [String(Date.now())])) {
    it(`equal those after a plan for 200 people, and those before it after it is taken back: ${seed}`, async () => {
      const random = createRandom('large views', seed);
      const order = drawOrder(random, large.people);
      const acme = await company(api, draw(drawLine(random, order), random));
      await writeBelongings(acme);
      const ask = decisionClient(api, acme);
      const every = listCases(acme);
      const cases = Array.from({ length: large.cases }, () => pick(random, every));
      const id = (n: number): string => acme.id(`P${n}`);
      const moves = drawOrder(random, large.people)
        .slice(0, large.moves)
        .map((n) => {
          const manager = drawManager(random, order, n);
          return { userId: id(n), managerId: manager === null ? null : id(manager) };
        });
      const readLines = () =>
        acme.statement(
          'MATCH (u:User {tenantId: $tenantId})-[:REPORTS_TO]->(m) RETURN u.id AS user, m.id AS manager ORDER BY user',
        );
      const lines = await readLines();
      const before = await decideAll(ask, cases);
      const created = await acme.as('P0').post('/admin/org-plans', { name: 'Large', moves });
      const path = `/admin/org-plans/${String(created.body['id'])}`;
      const planned = await decideAll(ask, cases, { plan: created.body['id'] });
      expect((await acme.as('P0').post(`${path}/apply`)).status).to.equal(200);
      expect(await decideAll(ask, cases)).to.deep.equal(planned);
      expect(planned).to.not.deep.equal(before);
      expect((await acme.as('P0').post(`${path}/undo`)).status).to.equal(200);
      expect(await readLines()).to.deep.equal(lines);
      expect(await decideAll(ask, cases)).to.deep.equal(before);
    });
  }

  it('are unknown of a plan that the tenant does not have, and refused to people who make no plans', async () => {
    const acme = await company(api, 'Ada (admin)\n  Bob\n    Cy');
    const neighbour = await company(api, 'Zoe (admin)\n  Yan');
    await writeBelongings(acme);
    const [own, theirs] = await Promise.all(
      [acme, neighbour].map(async (one) => {
        const moves = [{ userId: one.people.at(-1)?.id, managerId: null }];
        const { body } = await one.as(one.people[0]?.name ?? '').post('/admin/org-plans', { name: 'Flat', moves });
        return String(body['id']);
      }),
    );
    const ask = decisionClient(api, acme);
    const question = {
      subject: { type: 'user', id: acme.id('Bob') },
      action: { name: 'summary:read' },
      resource: { type: 'summary', id: acme.id('Cy') },
    };
    const decide = async (plan: unknown, token?: string): Promise<unknown> => {
      const { status, body } = await ask('evaluation', { ...question, context: { plan } }, token ? { token } : {});
      const { decision, context } = body as Decided;
      return status === 200 ? [decision, context?.['reason']] : status;
    };
    expect(await decide(own)).to.deep.equal([false, 'not_above']);
    expect(await decide(own, await acme.token('Ada'))).to.deep.equal([false, 'not_above']);
    expect(await decide(own?.toUpperCase())).to.deep.equal([false, 'not_above']);
    for (const unknown of [theirs, randomUUID(), 'next', '']) {
      expect(await decide(unknown), unknown).to.deep.equal([false, 'unknown']);
    }
    for (const plan of [own, theirs, randomUUID()]) expect(await decide(plan, await acme.token('Bob'))).to.equal(403);
    const searches = {
      subject: { ...question, subject: { type: 'user' } },
      resource: { ...question, resource: { type: 'summary' } },
      action: question,
    };
    for (const [kind, body] of Object.entries(searches)) {
      expect(resultsOf(await ask(`search/${kind}`, { ...body, context: { plan: theirs } })), kind).to.deep.equal([]);
    }
    const goals = {
      subject: { type: 'user', id: acme.id('Cy') },
      action: { name: 'goal:edit' },
      resource: { type: 'goal' },
    };
    const found = async (plan: unknown): Promise<number> =>
      resultsOf(await ask('search/resource', { ...goals, context: { plan } })).length;
    expect([await found(own), await found(theirs), await found(randomUUID())]).to.deep.equal([1, 0, 0]);
  });

  it('are unknown of a plan that has ended: applied, taken back or cancelled', async () => {
    const acme = await company(api, 'Ada (admin)\n  Bob\n    Cy\n  Max');
    const moves = [{ userId: acme.id('Cy'), managerId: acme.id('Max') }];
    const { body: plan } = await acme.as('Ada').post('/admin/org-plans', { name: 'Plan', moves });
    const act = (action: string) => acme.as('Ada').post(`/admin/org-plans/${String(plan['id'])}/${action}`);
    const ask = decisionClient(api, acme);
    const question = {
      subject: { type: 'user', id: acme.id('Max') },
      action: { name: 'chain:read' },
      resource: { type: 'user', id: acme.id('Cy') },
      context: { plan: plan['id'] },
    };
    const decide = async (): Promise<unknown> => {
      const { decision, context } = (await ask('evaluation', question)).body as Decided;
      const subjects = resultsOf(await ask('search/subject', { ...question, subject: { type: 'user' } }));
      return [decision, context?.['reason'] ?? context?.['rule'], subjects.length > 0];
    };
    expect(await decide()).to.deep.equal([true, 'above', true]);
    for (const action of ['apply', 'undo']) {
      expect((await act(action)).status).to.equal(200);
      expect(await decide(), action).to.deep.equal([false, 'unknown', false]);
    }
  });

  it('need a time, or a plan, and not both; in a batch a faulty one is denied in its place', async () => {
    const acme = await company(api, 'Bob\n  Cy');
    const ask = decisionClient(api, acme);
    const subject = { type: 'user', id: acme.id('Bob') };
    const question = { subject, action: { name: 'chain:read' }, resource: { type: 'user', id: acme.id('Cy') } };
    const faulty = [
      { asOf: 'yesterday' },
      { asOf: 5 },
      { asOf: '2026-11-20' },
      { asOf: '2016-12-31T23:59:60Z', plan: randomUUID() },
      { asOf: '0000-01-01T00:00:00Z' },
      { asOf: '2199-01-01T00:00:00Z' },
      { plan: 7 },
    ];
    for (const context of faulty) {
      const asked = JSON.stringify(context);
      expect((await ask('evaluation', { ...question, context })).status, asked).to.equal(400);
      const { body } = await ask('evaluations', { ...question, evaluations: [{}, { context }, {}] });
      const { evaluations } = body as { evaluations: Decided[] };
      expect(
        evaluations.map(({ decision }) => decision),
        asked,
      ).to.deep.equal([true, false, true]);
    }
    const long = { ...question, context: { asOf: '1999-01-01T00:00:00+02:00' } };
    expect((await ask('evaluation', long)).body).to.have.property('decision', false);
  });
});

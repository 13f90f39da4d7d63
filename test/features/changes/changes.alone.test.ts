// The change log over HTTP: which changes write which entries, that a reader misses none, and that it holds no content.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { publishChanges, sweepChanges } from '../../../src/platform/audit/publish.ts';
import type { ChangeEntry } from '../../../src/platform/schema/changes.ts';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { movePeople } from '../../../src/features/organisation/people/move-people.ts';
import { client, freshCompany, refusal, tokenOf, type Client, type Company } from '../../support/company.ts';
import { startBeforeCommit } from '../../support/locks.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Mia [Sales]\n    Bob [Sales]\n  Gus\nPia (people_team)');
const neighbour = freshCompany(api, 'Zed (admin)\n  Yan');
type Page = { items: ChangeEntry[]; nextCursor: string; hasMore: boolean };
const read = (query = '', who: Client = acme.as('Ada')) => who.get<Page>(`/changes${query}`);
const serviceOf = ({ tenantId }: Company, scope: string): Client =>
  client(api, () => tokenOf(api, { sub: 'service:warehouse', tenant: tenantId, scope }));

async function publish(): Promise<void> {
  while (await publishChanges(api.graph, 'test', new Date())) continue;
}
/** What the log says, in short: `summary.edited proud,learned` of the subject. */
async function readShort(query = '', who?: Client): Promise<string[]> {
  await publish();
  const { status, body } = await read(query, who);
  expect(status).to.equal(200);
  return body.items.map(({ type, changed }) => [type, changed.join()].filter(Boolean).join(' '));
}
const submit = async (who: string, text = {}): Promise<string> =>
  (await acme.as(who).post<{ id: string }>('/summaries', aSummary(text))).body.id;
const createGoal = async (who: string): Promise<string> =>
  (await acme.as(who).post<{ id: string }>('/goals', aGoal())).body.id;

/** What the OpenAPI document says of the parameter `types`. */
async function documentedTypes(): Promise<RegExp> {
  type Parameter = { name: string; schema: { pattern: string } };
  const document = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
    paths: Record<string, { get: { parameters: Parameter[] } } | undefined>;
  };
  const parameter = document.paths['/changes']?.get.parameters.find(({ name }) => name === 'types');
  return new RegExp(parameter?.schema.pattern ?? '$^');
}

describe('the change log', () => {
  it('has each change with its subject, its fields and the revision of the chart, once it is published', async () => {
    const summaryId = await submit('Bob');
    expect((await read()).body)
      .to.include({ hasMore: false })
      .and.deep.include({ items: [] });
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Bob')}/manager`, { managerId: acme.id('Gus') });
    await publish();
    const { body } = await read();
    const [submitted, moved] = body.items;
    expect(body.items).to.have.length(2);
    expect(submitted).to.deep.include({
      type: 'summary.submitted',
      at: friday,
      subject: { type: 'summary', id: summaryId },
      changed: [],
    });
    expect(submitted?.id).to.match(/^[0-9a-f-]{36}$/);
    expect(moved).to.deep.include({
      type: 'org.manager.changed',
      subject: { type: 'user', id: acme.id('Bob') },
      changed: ['managerId'],
      orgRevision: 1,
    });
  });

  it('names the fields of a summary and a goal that changed, and no others', async () => {
    const summaryId = await submit('Bob');
    const scores = { qualityOfWork: 1, personalWellbeing: 4, professionalWellbeing: 4 };
    const before = aSummary();
    const changed = {
      proud: 'Another text',
      scores: { ...(before['scores'] as object), qualityOfWork: scores.qualityOfWork },
    };
    await acme.as('Bob').patch(`/summaries/${summaryId}`, aSummary(changed));
    await acme.as('Mia').post(`/summaries/${summaryId}/response`, { body: 'Thanks.' });
    const goalId = await createGoal('Bob');
    await acme.as('Bob').patch(`/goals/${goalId}`, { title: 'Another title', type: aGoal()['type'] });
    await acme.as('Bob').patch(`/goals/${goalId}`, { title: 'Another title' });
    await acme.as('Bob').patch(`/goals/${goalId}`, { status: 'completed' });
    await acme.as('Bob').patch(`/goals/${goalId}`, { status: 'active' });
    await acme.as('Bob').patch(`/goals/${goalId}/move`, { targetWeek: 'next' });
    await acme.as('Bob').patch(`/goals/${goalId}/move`, { targetWeek: 'next' });
    await acme.as('Bob').delete(`/goals/${goalId}`);
    expect(await readShort()).to.deep.equal([
      'summary.submitted',
      'summary.edited scores.qualityOfWork,proud',
      'summary.responded response',
      'goal.created',
      'goal.updated title',
      'goal.completed status',
      'goal.updated status',
      'goal.updated weekStart',
      'goal.deleted',
    ]);
  });

  it('is written by what is refused, repeated or without effect as little as the change itself', async () => {
    await submit('Bob');
    await acme.as('Bob').post('/summaries', aSummary());
    await acme.as('Bob').post('/goals', { title: '' });
    const key = { 'idempotency-key': randomUUID() };
    for (let time = 0; time < 2; time += 1) await acme.as('Bob').post('/goals', aGoal(), key);
    const manager = `/admin/org-chart/users/${acme.id('Bob')}/manager`;
    await acme.as('Ada').put(manager, { managerId: acme.id('Mia') });
    await acme.as('Ada').put(manager, { managerId: acme.id('Bob') });
    await acme.as('Bob').put(manager, { managerId: acme.id('Gus') });
    expect(await readShort()).to.deep.equal(['summary.submitted', 'goal.created']);
  });

  it('goes on behind a batch that another publisher deletes meanwhile', async () => {
    await publish();
    await acme.statement(
      `UNWIND ['first', 'second'] AS id
       CREATE (batch:ChangeBatch:$('T_' + replace($tenantId, '-', '')) {tenantId: $tenantId, id: id, type: 'user.created',
         changed: [], subjectIds: [randomUUID()], at: datetime($now), recordedAt: datetime($now) + duration({hours: size(id)})})`,
      { now: friday },
    );
    const remove = "MATCH (batch:ChangeBatch {tenantId: $tenantId, id: 'first'}) DELETE batch";
    await startBeforeCommit(api, [remove, { tenantId: acme.tenantId }], 1, () =>
      publishChanges(api.graph, 'a', new Date()),
    );
    expect(await readShort()).to.deep.equal(['user.created']);
  });

  it('costs one read while nothing waits, and a change costs only the steps that it needs', async () => {
    await publish(); // what other tests have left
    const called: string[] = [];
    const counting: GraphClient = {
      ...api.graph,
      transaction: (scope, work) => {
        called.push('transaction');
        return api.graph.transaction(scope, work);
      },
      bind: (scope) => {
        const graph = api.graph.bind(scope);
        return {
          ...graph,
          one: (...call) => {
            called.push(call[0]);
            return graph.one(...call);
          },
          write: (...call) => {
            called.push(call[0]);
            return graph.write(...call);
          },
        };
      },
    };
    expect(await publishChanges(counting, 'a', new Date())).to.equal(false);
    expect(called).to.deep.equal(['changes/find_work']);
    await submit('Bob');
    called.splice(0);
    while (await publishChanges(counting, 'a', new Date())) continue;
    const look = 'changes/find_work';
    expect(called).to.deep.equal([look, 'changes/publish', look, 'changes/open', look]);
  });

  it('is published by ten at once without a fault, while they delete batches that the others have found', async () => {
    for (let round = 0; round < 4; round += 1) {
      await acme.statement(
        `UNWIND range(1, 150) AS n
         CREATE (batch:ChangeBatch:$('T_' + replace($tenantId, '-', '')) {tenantId: $tenantId, id: $round + '-' + n,
           type: 'user.created', changed: [], subjectIds: [randomUUID()], at: datetime($now), recordedAt: datetime.realtime()})`,
        { now: friday, round: String(round) },
      );
      const publishAll = async (_one: unknown, n: number): Promise<void> => {
        while (await publishChanges(api.graph, `publisher ${n}`, new Date())) continue;
      };
      await Promise.all(Array.from({ length: 10 }, publishAll));
    }
    const text = 'MATCH (entry:ChangeEntry {tenantId: $tenantId}) RETURN count(DISTINCT entry.sequence) AS count';
    expect(await acme.statement(text)).to.deep.equal([{ count: 600 }]);
  });

  it('has a batch of changes once and before later ones, when several publish at once; a small import does not wait', async () => {
    const header = 'email,name,managerEmail,jobTitle,team,department,roles';
    const bring = async (count: number, of: Company): Promise<void> => {
      const rows = Array.from(
        { length: count },
        (_, n) => `n${n}@new.test,New ${n},${n === 0 ? '' : 'n0@new.test'},,,,`,
      );
      const csv = Buffer.from([header, ...rows].join('\n'));
      await importPeople(api.graph, { id: of.tenantId }, csv, { now: new Date(friday) });
    };
    await publish(); // what other tests have left
    await bring(2_500, acme);
    await bring(2, neighbour);
    const [{ id }] = (await api.graph.statement(
      "MATCH (u:User {tenantId: $id, email: 'n2400@new.test'}) RETURN u.id AS id",
      { id: acme.tenantId },
    )) as [{ id: string }];
    expect((await acme.as('Ada').patch(`/admin/users/${id}`, { jobTitle: 'Baker' })).status).to.equal(200);
    const createdIn = async (of: Company): Promise<number[]> => {
      const rows = await api.graph.statement(
        "MATCH (e:ChangeEntry {tenantId: $id}) WHERE e.type IN ['user.created', 'org.manager.changed'] RETURN e.sequence AS n ORDER BY n",
        { id: of.tenantId },
      );
      return rows.map(({ n }) => Number(n));
    };
    await publishChanges(api.graph, 'a', new Date());
    await publishChanges(api.graph, 'a', new Date());
    expect([(await createdIn(neighbour)).length, (await createdIn(acme)).length]).to.deep.equal([3, 0]);
    const publishAll = async (id: string): Promise<void> => {
      while (await publishChanges(api.graph, id, new Date())) continue;
    };
    await Promise.all(['a', 'b', 'c'].map(publishAll));
    const places = await createdIn(acme);
    expect(places).to.have.length(2_500 + 2_499);
    expect(places).to.deep.equal(places.map((_, n) => (places[0] ?? 0) + n));
    const ofOne = await acme.statement(
      'MATCH (e:ChangeEntry {tenantId: $tenantId, subjectId: $subjectId}) RETURN e.type AS type ORDER BY e.sequence',
      { subjectId: id },
    );
    expect(ofOne.map(({ type }) => type)).to.deep.equal(['user.created', 'org.manager.changed', 'user.updated']);
  });

  it('is written by an import, a move and a plan as well', async () => {
    const now = new Date(friday);
    const csv = [
      'email,name,managerEmail,jobTitle,team,department,roles',
      "ada@example.test,Ada,,Ada's job,,,admin",
      'bob@example.test,Bob,gus@example.test,Another job,Sales,Sales,',
      'new@example.test,New,bob@example.test,,Sales,Sales,',
    ].join('\n');
    const imported = await importPeople(api.graph, { id: acme.tenantId }, Buffer.from(csv), { now });
    expect(imported.faults).to.deep.equal([]);
    expect(await readShort()).to.have.members([
      'user.created',
      'user.updated jobTitle',
      'org.manager.changed managerId',
      'org.manager.changed managerId',
    ]);
    const rows = [{ row: 1, email: 'mia@example.test', managerEmail: 'gus@example.test' }];
    await movePeople(api.graph, acme.tenantId, { rows, faults: [] }, { now });
    const plan = { name: 'Back', moves: [{ userId: acme.id('Mia'), managerId: acme.id('Ada') }] };
    const { body } = await acme.as('Ada').post<{ id: string }>('/admin/org-plans', plan);
    expect((await acme.as('Ada').post(`/admin/org-plans/${body.id}/apply`)).status).to.equal(200);
    const all = await readShort();
    expect(all.slice(4)).to.deep.equal([
      'org.manager.changed managerId',
      'org.manager.changed managerId',
      'org.plan.applied status',
    ]);
    const { items } = (await read()).body;
    expect(items.at(-1)?.subject).to.deep.equal({ type: 'org_plan', id: body.id });
    expect(new Set(items.map(({ orgRevision }) => orgRevision))).to.deep.equal(new Set([1, 3]));
  });

  it('holds no text, score, name or address of what changed', async () => {
    const marker = `marker${randomUUID().slice(0, 8)}`;
    const summaryId = await submit('Bob', { proud: marker, learned: marker });
    await acme.as('Bob').patch(`/summaries/${summaryId}`, aSummary({ obstacles: marker }));
    await acme.as('Mia').post(`/summaries/${summaryId}/response`, { body: marker });
    await acme.as('Bob').post('/goals', { ...aGoal(), title: marker, description: marker });
    await acme.as('Bob').post('/mvp/nominations/individual', { nomineeUserId: acme.id('Gus'), reason: marker });
    expect((await readShort()).sort()).to.include('nomination.made');
    const nodes = await acme.statement(
      'MATCH (e:ChangeEntry {tenantId: $tenantId}) WHERE e.key IS NOT NULL RETURN e {.*, at: null} AS entry',
    );
    const texts = [JSON.stringify(nodes), JSON.stringify((await read()).body), api.logged.join('\n')];
    for (const text of texts) {
      for (const secret of [marker, 'Bob', 'Mia', 'Sales', 'example.test']) expect(text).to.not.include(secret);
    }
    expect(Object.keys((nodes[0] as { entry: object }).entry).sort()).to.deep.equal([
      'changed',
      'id',
      'key',
      'orgRevision',
      'sequence',
      'subjectId',
      'subjectType',
      'tenantId',
      'traceparent',
      'type',
    ]);
  });
});

describe('the publisher', () => {
  it('is not held up by entries that a deleted tenant left', async () => {
    await publish();
    const gone = randomUUID();
    await api.graph.statement(
      `UNWIND range(1, 1000) AS place
       CREATE (e:ChangeEntry {tenantId: $gone, key: $gone + place, type: 'goal.created', subjectType: 'goal', subjectId: '1',
         changed: [], at: datetime(), recordedAt: datetime.realtime()})
       SET e:$($label)`,
      { gone, label: `T_${gone.replaceAll('-', '')}` },
    );
    await createGoal('Bob');
    expect(await readShort()).to.deep.equal(['goal.created']);
  });
});

describe('GET /changes', () => {
  it('is followed by its cursor, also behind the last change', async () => {
    for (const who of ['Bob', 'Mia', 'Gus']) await submit(who);
    await publish();
    const first = await read('?limit=2');
    expect([first.body.items.length, first.body.hasMore]).to.deep.equal([2, true]);
    const second = await read(`?limit=2&cursor=${first.body.nextCursor}`);
    expect([second.body.items.length, second.body.hasMore]).to.deep.equal([1, false]);
    const nothing = await read(`?limit=2&cursor=${second.body.nextCursor}`);
    expect(nothing.body.items).to.deep.equal([]);
    await createGoal('Bob');
    await publish();
    const more = await read(`?cursor=${nothing.body.nextCursor}`);
    expect(more.body.items.map(({ type }) => type)).to.deep.equal(['goal.created']);
  });

  it('filters by types, and moves on over entries of others', async () => {
    for (const who of ['Bob', 'Mia', 'Gus']) await submit(who);
    await createGoal('Bob');
    expect(await readShort('?types=goal.created,goal.deleted')).to.deep.equal(['goal.created']);
    const { body } = await read('?types=summary.submitted&limit=2');
    const rest = await read(`?types=summary.submitted&limit=2&cursor=${body.nextCursor}`);
    expect([body.items.length, rest.body.items.length, rest.body.hasMore]).to.deep.equal([2, 1, false]);
    expect(refusal(await read(`?types=goal.created&cursor=${body.nextCursor}`))).to.deep.equal([400, 'INVALID_CURSOR']);
    const documented = await documentedTypes();
    expect('goal.created,goal.deleted,summary.submitted').to.match(documented);
    for (const types of ['goal.made', '', 'goal.created,', 'constructor']) {
      expect(refusal(await read(`?types=${types}`)), types).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(types).to.not.match(documented);
    }
  });

  it('is for admins and services with its scope, each of their own tenant', async () => {
    await submit('Bob');
    expect(await readShort('', serviceOf(acme, 'changes:read'))).to.deep.equal(['summary.submitted']);
    expect(await readShort('', serviceOf(neighbour, 'changes:read'))).to.deep.equal([]);
    expect(await readShort('', neighbour.as('Zed'))).to.deep.equal([]);
    const forbidden = [403, 'FORBIDDEN'];
    for (const who of ['Bob', 'Pia']) expect(refusal(await read('', acme.as(who)))).to.deep.equal(forbidden);
    expect(refusal(await read('', serviceOf(acme, 'notifications:dispatch')))).to.deep.equal(forbidden);
    const { body } = await read();
    const elsewhere = await read(`?cursor=${body.nextCursor}`, neighbour.as('Zed'));
    expect(refusal(elsewhere)).to.deep.equal([400, 'INVALID_CURSOR']);
  });

  it('says 410 to a cursor before changes that were deleted after 30 days, and begins behind them without one', async () => {
    for (const who of ['Bob', 'Mia', 'Gus']) await submit(who);
    api.clock.now = '2026-12-10T10:00:00.000Z';
    await createGoal('Bob');
    await publish();
    const { body: first } = await read('?limit=1');
    const { body: third } = await read(`?limit=2&cursor=${first.nextCursor}`);
    const now = new Date('2026-12-21T10:00:00.000Z');
    expect(await sweepChanges(api.graph, now)).to.be.at.least(3);
    expect(refusal(await read(`?cursor=${first.nextCursor}`))).to.deep.equal([410, 'CURSOR_EXPIRED']);
    expect((await read(`?cursor=${third.nextCursor}`)).body.items.map(({ type }) => type)).to.deep.equal([
      'goal.created',
    ]);
    expect(await readShort()).to.deep.equal(['goal.created']);
    expect(await sweepChanges(api.graph, now)).to.equal(0);
  });

  it('deletes old changes once readers may see them, and does not wait for that', async () => {
    const now = new Date('2026-11-21T10:00:00.000Z');
    await publish();
    await sweepChanges(api.graph, now); // those of other tests
    api.clock.now = '2026-10-01T10:00:00.000Z';
    await createGoal('Bob');
    await api.graph.bind({}).write('changes/publish', { publisherId: 'test', limit: 1_000 });
    const signal = AbortSignal.timeout(3_000);
    expect(await sweepChanges(api.graph, now, signal)).to.equal(0);
    expect(signal.aborted).to.equal(false);
    await publish();
    expect(await sweepChanges(api.graph, now)).to.equal(1);
  });
});

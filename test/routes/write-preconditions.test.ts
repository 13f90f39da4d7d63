// What changed between a request's check and its change: the change itself holds to the rule, too.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { company, fingerprint, type Company } from '../support/company.ts';
import { aGoal, aSummary } from '../support/samples.ts';
import { friday, service } from '../support/service.ts';

const api = service();
let acme: Company;
let summaryId: string;
let goalId: string;
beforeEach(async () => {
  api.clock.now = friday;
  acme = await company(api, 'Ada\n  Bob\n    Cy\n  Max †');
  summaryId = String((await acme.as('Cy').post('/summaries', aSummary())).body['id']);
  goalId = String((await acme.as('Cy').post('/goals', aGoal())).body['id']);
});

const now = friday;
const weekStart = '2026-11-23';
const { scores, proud, obstacles, learned, important } = aSummary();
const nomination = { kind: 'individual', teamKey: '', teamName: null, reason: 'Kind.', period: '2026-11', now };

/** Each change as those may ask for it who may not make it any more, and as who may. */
const changes: Record<
  string,
  { query: string; refused: string[]; made: string; params: () => Record<string, unknown> }
> = {
  'a response by a former manager': {
    query: 'summaries/respond',
    refused: ['Max', 'Cy'],
    made: 'Bob',
    params: () => ({ summaryId, responseId: randomUUID(), eventId: randomUUID(), body: 'Well done.', now }),
  },
  "an edit of somebody else's summary": {
    query: 'summaries/edit',
    refused: ['Ada', 'Bob'],
    made: 'Cy',
    params: () => ({ summaryId, weekStart, scores, proud, obstacles, learned, important, now }),
  },
  "an edit of somebody else's goal": {
    query: 'goals/edit',
    refused: ['Ada', 'Bob'],
    made: 'Cy',
    params: () => ({ goalId, title: 'Write', description: null, type: null, status: null, now }),
  },
  "a move of somebody else's goal": {
    query: 'goals/move',
    refused: ['Ada', 'Bob'],
    made: 'Cy',
    params: () => ({ goalId, weekStart }),
  },
  'a nomination by somebody who has left': {
    query: 'nominations/create',
    refused: ['Max'],
    made: 'Cy',
    params: () => ({ ...nomination, nominationId: randomUUID(), userIds: [acme.id('Bob')] }),
  },
};

describe('a reading during a move', () => {
  let hidden = 0;
  const moving = service(({ graph }) => ({
    graph: {
      ...graph,
      bind: (asker) => ({
        ...graph.bind(asker),
        /** Finds nobody above, as a reading may at the moment in which a move is committed. */
        async one<T>(name: string, params?: Record<string, unknown>) {
          const row = await graph.bind(asker).one<T & { standing?: { levelsAbove?: number } }>(name, params);
          if (name === 'goals/board' && hidden-- > 0) delete row.standing?.levelsAbove;
          return row;
        },
      }),
    },
  }));

  it('refuses nobody who stands above before and after it, and everyone who does not', async () => {
    const board = async (times: number): Promise<number> => {
      hidden = times;
      const token = await acme.token('Bob');
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${moving.url}/v1/goals/board?userId=${acme.id('Cy')}`, { headers })).status;
    };
    expect([await board(0), await board(1), await board(2)]).to.deep.equal([200, 200, 403]);
  });
});

describe('a move whose people change between its check and the change', () => {
  let between: () => Promise<unknown>;
  const racing = service(({ graph }) => ({
    graph: {
      ...graph,
      bind: (asker) => ({
        ...graph.bind(asker),
        async one<T>(name: string, params?: Record<string, unknown>) {
          const row = await graph.bind(asker).one<T>(name, params);
          if (name === 'reporting-line/find_move') await between();
          return row;
        },
      }),
    },
  }));
  const leave = (name: string): Promise<unknown> => {
    const email = `${name.toLowerCase()}@example.test`;
    const params = { email, auditId: randomUUID(), now };
    return api.graph.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') }).write('org/deactivate', params);
  };
  const remove = (name: string): Promise<unknown> =>
    api.graph.statement('MATCH (u:User {id: $id}) DETACH DELETE u', { id: acme.id(name) });

  const cases: [what: string, change: () => Promise<unknown>, code: string][] = [
    ['the manager leaves', () => leave('Di'), 'MANAGER_NOT_FOUND'],
    ['the manager is erased', () => remove('Di'), 'MANAGER_NOT_FOUND'],
    ['the user is erased', () => remove('Cy'), 'USER_NOT_FOUND'],
  ];
  for (const [what, change, code] of cases) {
    it(`is refused with ${code} and changes nothing more when ${what}`, async () => {
      acme = await company(api, 'Ada (admin)\n  Bob\n    Cy\n  Di');
      let after: unknown;
      between = async () => {
        await change();
        after = await fingerprint(api, acme.tenantId);
      };
      const response = await fetch(`${racing.url}/v1/admin/org-chart/users/${acme.id('Cy')}/manager`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${await acme.token('Ada')}`, 'content-type': 'application/json' },
        body: JSON.stringify({ managerId: acme.id('Di') }),
      });
      const { code: answered } = (await response.json()) as { code: string };
      expect([response.status, answered]).to.deep.equal([404, code]);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(after);
    });
  }
});

describe('a change whose caller is deactivated between its check and the change', () => {
  let caller: string;
  let after: unknown;
  const racing = service(({ graph }) => ({
    graph: {
      ...graph,
      bind: (scope) => ({
        ...graph.bind(scope),
        async write<T>(name: string, params?: Record<string, unknown>) {
          const admin = graph.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') });
          const email = `${caller.toLowerCase()}@example.test`;
          await admin.write('org/deactivate', { email, auditId: randomUUID(), now });
          after = await fingerprint(api, acme.tenantId);
          return graph.bind(scope).write<T>(name, params);
        },
      }),
    },
  }));

  const requests: [what: string, who: string, path: () => string, body: () => unknown][] = [
    ['a goal', 'Cy', () => '/goals', () => aGoal()],
    ['a summary', 'Cy', () => '/summaries', () => aSummary({ weekStart: '2026-11-09' })],
    [
      'a nomination',
      'Cy',
      () => '/mvp/nominations/individual',
      () => ({ nomineeUserId: acme.id('Bob'), reason: 'Kind.' }),
    ],
  ];
  for (const [what, who, path, body] of requests) {
    it(`is refused with 401 and changes nothing: ${what}`, async () => {
      caller = who;
      const response = await fetch(`${racing.url}/v1${path()}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await acme.token(who)}`, 'content-type': 'application/json' },
        body: JSON.stringify(body()),
      });
      const { code } = (await response.json()) as { code: string };
      expect([response.status, code]).to.deep.equal([401, 'UNAUTHENTICATED']);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(after);
    });
  }
});

describe('a change that was allowed a moment ago', () => {
  const write = (who: string, query: string, params: Record<string, unknown>): Promise<unknown> =>
    api.graph.bind({ tenantId: acme.tenantId, userId: acme.id(who) }).write(query, params);

  for (const [what, { query, refused, made, params }] of Object.entries(changes)) {
    it(`changes nothing any more: ${what}`, async () => {
      const before = await fingerprint(api, acme.tenantId);
      for (const who of refused) expect(await write(who, query, params()), who).to.equal(null);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
      expect(await write(made, query, params())).to.not.equal(null);
      expect(await fingerprint(api, acme.tenantId)).to.not.deep.equal(before);
    });
  }

  it('changes nothing any more: a nomination of somebody who has left', async () => {
    const before = await fingerprint(api, acme.tenantId);
    const given = { ...nomination, nominationId: randomUUID(), userIds: [acme.id('Max')] };
    expect(await write('Cy', 'nominations/create', given)).to.equal(null);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });
});

// What changed between a request's check and its change: the change itself also holds to the rule.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { rolesThatHold } from '../../../src/platform/access/permissions.ts';
import type { Transaction } from '../../../src/platform/graph/client.ts';
import type { Call, WriteCall } from '../../../src/platform/graph/queries/call-types.ts';
import { company, fingerprint, leaveParams, freshCompany, client, refusal } from '../../support/company.ts';
import { untilOneIsBlocked } from '../../support/locks.ts';
import { aGoal, aSummary, sampleSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob\n    Cy\n  Max †');
let summaryId: string;
let goalId: string;
beforeEach(async () => {
  summaryId = String((await acme.as('Cy').post('/summaries', aSummary())).body['id']);
  goalId = String((await acme.as('Cy').post('/goals', aGoal())).body['id']);
});

const now = friday;
const weekStart = '2026-11-23';
const { scores, proud, obstacles, learned, important } = sampleSummary;
const nomination = { kind: 'individual', teamKey: '', teamName: null, reason: 'Kind.', period: '2026-11', now };

/** Each change as those may ask for it who may not make it any more, and as who may. */
const changes: Record<string, { refused: string[]; made: string; call: () => WriteCall }> = {
  'a response by a former manager': {
    refused: ['Max', 'Cy'],
    made: 'Bob',
    call: () => [
      'summaries/respond',
      { summaryId, responseId: randomUUID(), eventId: randomUUID(), body: 'Well done.', now },
    ],
  },
  "an edit of somebody else's summary": {
    refused: ['Ada', 'Bob'],
    made: 'Cy',
    call: () => [
      'summaries/edit',
      { summaryId, weekStart, scores, proud, obstacles, learned, important, changeId: randomUUID(), now },
    ],
  },
  "an edit of somebody else's goal": {
    refused: ['Ada', 'Bob'],
    made: 'Cy',
    call: () => [
      'goals/edit',
      {
        goalId,
        title: 'Write',
        description: null,
        setsDescription: false,
        type: null,
        status: null,
        changeId: randomUUID(),
        now,
      },
    ],
  },
  "a move of somebody else's goal": {
    refused: ['Ada', 'Bob'],
    made: 'Cy',
    call: () => ['goals/move', { goalId, weekStart, maxGoals: 200, changeId: randomUUID(), now }],
  },
  'a nomination by somebody who has left': {
    refused: ['Max'],
    made: 'Cy',
    call: () => [
      'nominations/create',
      { ...nomination, nominationId: randomUUID(), userIds: [acme.id('Bob')], maxNominations: 20 },
    ],
  },
  'an import by a former admin': {
    refused: ['Bob', 'Max'],
    made: 'Ada',
    call: () => [
      'profiles/create_import',
      {
        userId: acme.id('Cy'),
        jobId: randomUUID(),
        eventId: randomUUID(),
        keptImports: 50,
        permittedRoles: rolesThatHold('profile:import'),
        now,
      },
    ],
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
        async one<T>(...call: Call) {
          const row = await graph.bind(asker).one<T & { standing?: { levelsAbove?: number } }>(...call);
          if (call[0] === 'goals/board' && hidden-- > 0) delete row.standing?.levelsAbove;
          return row;
        },
      }),
    },
  }));

  it('refuses nobody who stands above before and after it, and everyone who does not', async () => {
    const board = async (times: number): Promise<number> => {
      hidden = times;
      const bob = client(moving, () => acme.token('Bob'));
      return (await bob.get(`/goals/board?userId=${acme.id('Cy')}`)).status;
    };
    expect([await board(0), await board(1), await board(2)]).to.deep.equal([200, 200, 403]);
  });
});

describe('a move whose people change while it waits for the lock of the tenant', () => {
  const leave = (name: string) => (tx: Transaction) =>
    tx.rows('organisation/people/write', leaveParams(acme.id(name), now));
  const erase = (name: string) => (tx: Transaction) =>
    tx.rows('personal-data/erase_person', { userId: acme.id(name), auditId: randomUUID(), now });

  const cases: [what: string, change: (tx: Transaction) => Promise<unknown>, status: number, code: string][] = [
    ['the manager leaves', leave('Di'), 404, 'MANAGER_NOT_FOUND'],
    ['the manager is erased', erase('Di'), 404, 'MANAGER_NOT_FOUND'],
    ['the user is erased', erase('Cy'), 404, 'USER_NOT_FOUND'],
    ['the caller leaves', leave('Eve'), 401, 'UNAUTHENTICATED'],
  ];
  for (const [what, change, status, code] of cases) {
    it(`is refused with ${code} and moves nobody when ${what}`, async () => {
      Object.assign(acme, await company(api, 'Ada (admin)\n  Bob\n    Cy\n  Di\n  Eve (admin)'));
      const moving = await api.graph.transaction({ tenantId: acme.tenantId, userId: 'operator' }, async (tx) => {
        await tx.rows('organisation/lock_tenant');
        const answer = acme
          .as('Eve')
          .put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, { managerId: acme.id('Di') });
        await untilOneIsBlocked(api.graph);
        await change(tx);
        return { answer };
      });
      const { status: answered, body } = await moving.answer;
      expect([answered, body['code']]).to.deep.equal([status, code]);
      const moved = await acme.statement(
        'MATCH (u:User {tenantId: $tenantId, name: "Di"})<-[:REPORTS_TO]-(below) RETURN below.name AS name',
      );
      expect(moved).to.deep.equal([]);
    });
  }

  it('is refused at once, without the lock, when the caller is no admin', async () => {
    Object.assign(acme, await company(api, 'Ada (admin)\n  Bob\n    Cy'));
    await api.graph.transaction({ tenantId: acme.tenantId, userId: 'operator' }, async (tx) => {
      await tx.rows('organisation/lock_tenant');
      const path = `/admin/org-chart/users/${acme.id('Cy')}/manager`;
      const { status } = await acme.as('Bob').put(path, { managerId: acme.id('Ada') });
      expect(status).to.equal(403);
    });
  });
});

describe('a change whose caller is deactivated between its check and the change', () => {
  let caller: string;
  let after: unknown;
  const racing = service(({ graph }) => ({
    graph: {
      ...graph,
      bind: (scope) => ({
        ...graph.bind(scope),
        async write<T>(...call: WriteCall) {
          const admin = graph.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') });
          await admin.write('organisation/people/write', leaveParams(acme.id(caller), now));
          after = await fingerprint(api, acme.tenantId);
          return graph.bind(scope).write<T>(...call);
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
      const answer = await client(racing, () => acme.token(who)).post(path(), body());
      expect(refusal(answer)).to.deep.equal([401, 'UNAUTHENTICATED']);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(after);
    });
  }
});

describe('a change that was allowed a moment ago', () => {
  const write = (who: string, ...call: WriteCall): Promise<unknown> =>
    api.graph.bind({ tenantId: acme.tenantId, userId: acme.id(who) }).write(...call);

  for (const [what, { refused, made, call }] of Object.entries(changes)) {
    it(`changes nothing any more: ${what}`, async () => {
      const before = await fingerprint(api, acme.tenantId);
      for (const who of refused) expect(await write(who, ...call()), who).to.equal(null);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
      expect(await write(made, ...call())).to.not.equal(null);
      expect(await fingerprint(api, acme.tenantId)).to.not.deep.equal(before);
    });
  }

  it('changes nothing any more: a nomination of somebody who has left', async () => {
    const before = await fingerprint(api, acme.tenantId);
    const given = { ...nomination, nominationId: randomUUID(), userIds: [acme.id('Max')], maxNominations: 20 };
    expect(await write('Cy', 'nominations/create', given)).to.equal(null);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });
});

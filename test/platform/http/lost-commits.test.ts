// Commits whose answer is lost: the connection ends after the database has made the change and before it says so. The service
// makes the change again, which must change nothing more and answer the same.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { servedSections } from '../../../src/app/sections.ts';
import { createChanges, drawingOfChanges, type Step } from '../../support/changes.ts';
import { company, sharedCompany, type Company } from '../../support/company.ts';
import { identityProvider } from '../../support/identity-provider.ts';
import { friday } from '../../support/service.ts';
import { serviceBehindProxy } from '../../support/service-behind-proxy.ts';

// A busy machine makes a change again in its own time.
const { api, direct, database } = serviceBehindProxy({ planWithinMs: 60_000, answerWithinMs: 30_000 });
const idp = identityProvider([]);
const unlucky = sharedCompany(api, drawingOfChanges);
const lucky = sharedCompany(direct, drawingOfChanges);

/** The same text for the same change in two companies: without ids, hashes, secrets and times. */
const toComparable = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\b[0-9a-f]{16,}\b/g, 'hash')
    .replaceAll(/(account\.manager_changed:(id)?:(id)?:)\w+/g, '$1of a move')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://an.address')
    .replaceAll(/whsec_[\w+/=]+|(?<="secret":")[^"]+/g, 'secret')
    .replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, 'time');

/** All that a tenant holds, each node and each relationship as one line. What a publisher has left to do is no difference. */
async function readState({ tenantId }: Company): Promise<string[]> {
  const rows = await direct.graph.statement(
    `MATCH (n {tenantId: $tenantId}) WHERE NOT n:IdempotencyRecord
     RETURN [label IN labels(n) WHERE NOT label STARTS WITH 'T_'] + [key IN keys(n) WHERE NOT key CONTAINS 'ecret' AND NOT valueType(n[key]) STARTS WITH 'ZONED DATETIME' | [key, n[key]]] AS item
     UNION ALL
     MATCH (n {tenantId: $tenantId})-[r]->(m)
     RETURN [type(r)] + [one IN [n, m] | coalesce(one.name, one.title, labels(one)[0])] AS item`,
    { tenantId },
  );
  return rows
    .map(({ item }) => toComparable((item as unknown[]).map((part) => JSON.stringify(part)).toSorted()))
    .toSorted();
}

/** The lines of one that are not lines of the other. */
function subtract(lines: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return lines.filter((line) => {
    const place = rest.indexOf(line);
    if (place >= 0) rest.splice(place, 1);
    return place < 0;
  });
}

describe('a change whose commit is not answered is made once, and answered as if it had been', () => {
  const all = (of: ReturnType<typeof createChanges>): [string, Step][] => Object.entries({ ...of.audited, ...of.bare });
  const ofUnlucky = all(createChanges(api, unlucky, idp));
  const ofLucky = new Map(all(createChanges(direct, lucky, idp)));

  it('in the table of changes are all endpoints that change something', () => {
    const changing = servedSections
      .flatMap(({ endpoints }) => endpoints)
      .filter(({ method, safe }) => method !== 'GET' && !safe);
    expect([...ofLucky.keys()]).to.have.members(changing.map(({ operationId }) => operationId));
  });

  /** What the answer is instead, and why. */
  const others: Record<string, string> = {
    eraseUser: 'an erasure is a transaction of an operator, which is not repeated: 503 says that it may have been made',
  };
  let known = { more: [] as string[], less: [] as string[] };
  for (const [name, step] of ofUnlucky) {
    it(name, async function () {
      this.timeout(60_000);
      const wanted = (await ofLucky.get(name)?.()) ?? expect.fail('no such step');
      expect(wanted.status, JSON.stringify(wanted.body)).to.be.within(200, 299);
      const losses = database.loseCommits();
      const { status, body } = await step().finally(() => losses.stop());
      expect(losses.count(), 'commits that were lost').to.be.above(0);
      const [state, wantedState] = await Promise.all([unlucky, lucky].map(readState));
      const more = subtract(state ?? [], wantedState ?? []);
      const less = subtract(wantedState ?? [], state ?? []);
      if (name in others) expect(status).to.equal(503);
      const before = known;
      known = { more, less };
      // what an earlier change has left counts against that one alone
      expect({
        answer: name in others ? others[name] : toComparable([status, body]),
        more: subtract(more, before.more),
        less: subtract(less, before.less),
      }).to.deep.equal({ answer: others[name] ?? toComparable([wanted.status, wanted.body]), more: [], less: [] });
    });
  }
});

describe('a request for a second admin', () => {
  it('is stored once by a statement that is made twice', async () => {
    const acme = await company(direct, 'Ada (admin)\n  Bob');
    const id = randomUUID();
    const request = {
      approvalId: id,
      auditId: randomUUID(),
      action: 'role.request',
      now: friday,
      most: 1,
      days: 7,
      key: `role:${acme.id('Bob')}`,
      fields: { kind: 'role', userId: acme.id('Bob'), role: 'people_team' },
      facts: { userId: acme.id('Bob') },
      notices: [],
    } as const;
    const graph = direct.graph.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') });
    const store = (approvalId: string): Promise<unknown> =>
      graph.atomically((tx) => tx.write('role-requests/request', { ...request, approvalId }));
    for (const _ of ['first', 'again']) expect(await store(id)).to.deep.equal({ isTaken: false, isFull: false });
    expect(await store(randomUUID())).to.deep.equal({ isTaken: true, isFull: true });
    const stored = await acme.statement('MATCH (a:Approval {tenantId: $tenantId}) RETURN a.id AS id');
    expect(stored).to.deep.equal([{ id }]);
  });
});

// An answer about thousands of people holds its thread for some milliseconds at a time. What computes for longer is declared
// `isBulk`, and then answered by a thread of its own.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { sharedCompany } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const people = 10_000;
const runs = 5;
/**
 * Milliseconds of processor time. Whole, these answers take 30 to 100; the longest turn of the usual ones takes 8 to 16, the latter
 * where two cores share one. The headcount is a bulk request, whose thread computes a month at a time; without a pause between them a
 * turn took 122.
 */
const longestTurn = { usual: 25, bulk: 40 };

const api = service(() => ({ checkAnswers: false }));
const acme = sharedCompany(api, 'Ada (admin, people_team)\n  Bob');

before(async () => {
  const ids = Array.from({ length: people }, () => randomUUID());
  const lines = ids.map((id, n) => ({ id, managerId: n === 0 ? acme.id('Ada') : ids[Math.floor((n - 1) / 8)] }));
  await acme.statement(
    `UNWIND $lines AS line
     CREATE (u:User:$($label) {tenantId: $tenantId, id: line.id, email: line.id + '@a.example', name: 'Person ' + line.id,
       sortName: line.id, roles: [], active: true, createdAt: datetime('2026-01-05T09:00:00Z')})
     WITH count(*) AS all
     UNWIND $lines AS line
     MATCH (u:User {tenantId: $tenantId, id: line.id}), (manager:User {tenantId: $tenantId, id: line.managerId})
     CREATE (u)-[:REPORTS_TO {since: u.createdAt}]->(manager)`,
    { lines },
  );
});

after(() =>
  acme.statement('MATCH (n:User {tenantId: $tenantId}) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS'),
);

/** Reads an answer and drops it. Returns its bytes. */
async function read(path: string, token: string): Promise<number> {
  const [answer] = (await once(
    request(`${api.url}/v1${path}`, { headers: { authorization: `Bearer ${token}` } }).end(),
    'response',
  )) as [IncomingMessage];
  expect(answer.statusCode).to.equal(200);
  let bytes = 0;
  for await (const piece of answer) bytes += (piece as Buffer).length;
  return bytes;
}

/** The longest turn of the event loop while `work` runs. Of several runs the best: a turn may collect garbage. */
async function measureLongestTurn(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < runs; run += 1) {
    let isRunning = true;
    let longest = 0;
    const working = work().finally(() => (isRunning = false));
    for (let before = process.threadCpuUsage(); isRunning; before = process.threadCpuUsage()) {
      await new Promise(setImmediate);
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1_000);
    }
    await working;
    best = Math.min(best, longest);
  }
  return best;
}

describe('an answer about ten thousand people', () => {
  for (const [name, path, kilobytes, bound] of [
    ['the chart', '/org/chart', 1_500, longestTurn.usual],
    ['the report of the organisation', '/reports/org', 1_500, longestTurn.usual],
    ['the report of the headcount', '/reports/headcount', 1, longestTurn.bulk],
  ] as const) {
    it(`leaves the thread to others after some milliseconds: ${name}`, async () => {
      const token = await acme.token('Ada');
      expect(await read(path, token)).to.be.above(kilobytes * 1_000);
      const ms = await measureLongestTurn(() => read(path, token));
      expect(ms).to.be.below(bound);
    });
  }
});

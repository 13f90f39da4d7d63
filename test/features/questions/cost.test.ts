// What requests about questions cost the event loop, where there are as many questions as there can be. Processor time of the thread is
// measured: it does not depend on what else the machine does.
import { expect } from 'chai';
import { maxOpen, maxStored } from '../../../src/features/questions/rules.ts';
import { company, type Answer, type Company } from '../../support/company.ts';
import { aQuestion } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const week = '2026-11-16';
const teams = 480;
/** The most that a request may hold the event loop in all, in milliseconds: 50 on a quiet machine, and more where others use its caches. */
const most = 75;
let acme: Company;

/**
 * Half of the open questions are asked everybody once, two in each of so many weeks, and nearly all others each week, one to each of 480
 * teams: nobody is asked more than ten, and each team is asked something else. The rest of what can be stored has ended.
 */
before(async () => {
  api.clock.now = friday;
  acme = await company(api, 'Ada (admin)\n  Bob');
  const node = `kind: 'text', version: 1, isRequired: false, tenantId: $tenantId, id: randomUUID()`;
  const words = `CREATE (:QuestionWording:$($label) {tenantId: $tenantId, questionId: q.id, version: 1, content: '{"text":{"en":"Q"}}', createdAt: datetime($now)})`;
  const params = { now: friday, week, teams };
  await acme.statement(
    `MATCH (bob:User {tenantId: $tenantId, name: 'Bob'})
     UNWIND range(1, toInteger($teams)) AS n
     CREATE (team:Team:$($label) {tenantId: $tenantId, key: 'team ' + n, name: 'Team ' + n, department: 'D', departmentKey: 'd'})
     CREATE (u:User:$($label) {tenantId: $tenantId, id: randomUUID(), email: 'u' + n + '@x.example', name: 'U' + n, sortName: 'u', roles: [],
       active: true, createdAt: datetime($now), updatedAt: datetime($now)})
     CREATE (u)-[:MEMBER_OF]->(team)
     CREATE (u)-[:REPORTS_TO {since: datetime($now)}]->(bob)
     CREATE (q:Question:$($label) {${node}, frequency: 'weekly', audience: 'team:team ' + n, fromWeek: date($week),
       createdAt: datetime($now) - duration({minutes: n})})
     ${words}`,
    params,
  );
  await acme.statement(
    `UNWIND range(0, toInteger($count) - 1) AS n
     CREATE (q:Question:$($label) {${node}, frequency: 'once', audience: 'tenant', fromWeek: date($week) + duration({weeks: n / 2}),
       createdAt: datetime($now) - duration({hours: 9, minutes: n})})
     ${words}`,
    { ...params, count: maxOpen - teams - 20 },
  );
  await acme.statement(
    `UNWIND range(1, toInteger($count)) AS n
     CREATE (q:Question:$($label) {${node}, frequency: 'weekly', audience: 'tenant', fromWeek: date($week), endedAt: datetime($now),
       createdAt: datetime($now) - duration({days: 90, minutes: n})})`,
    { ...params, count: maxStored - maxOpen - 20 },
  );
});

/** The least processor time of the thread of several requests, the first of which also compile. */
async function costOf(send: () => Promise<Answer<Record<string, unknown>>>, status: number): Promise<number> {
  const costs: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const before = process.threadCpuUsage();
    const answer = await send();
    const { user, system } = process.threadCpuUsage(before);
    expect([answer.status, answer.body['message']].slice(0, answer.status === status ? 1 : 2)).to.deep.equal([status]);
    costs.push((user + system) / 1_000);
  }
  console.log(`      ${costs.map(Math.round).join(', ')} ms`);
  return Math.min(...costs);
}

describe('where there are as many questions as there can be, the event loop is held for a moment', () => {
  it('by one that is refused for its own faults', async () => {
    const body = aQuestion({ kind: 'scale', points: undefined, from: week });
    expect(await costOf(() => acme.as('Ada').post('/questions', body), 400)).to.be.below(most);
  });

  it('by one that is refused for its audience', async () => {
    const audience = { type: 'team', name: 'Nowhere' };
    expect(await costOf(() => acme.as('Ada').post('/questions', aQuestion({ audience, from: week })), 400)).to.be.below(
      most,
    );
  });

  it('by one that is asked everybody, each week', async () => {
    const body = aQuestion({ frequency: 'weekly', from: week, to: undefined });
    expect(await costOf(() => acme.as('Ada').post('/questions', body), 201)).to.be.below(most);
  });

  it('by one of which somebody would be asked too many', async () => {
    const full = aQuestion({ frequency: 'weekly', from: week });
    let answer = await acme.as('Ada').post('/questions', full);
    while (answer.status === 201) answer = await acme.as('Ada').post('/questions', full);
    expect(answer.body['message']).to.match(/would be asked more than 10 questions\.$/);
    expect(await costOf(() => acme.as('Ada').post('/questions', full), 409)).to.be.below(most);
  });

  for (const [path, status] of [
    ['/me/questions', 200],
    ['/me/questions?weekStart=2026-11-25', 200],
    ['/me/questions?weekStart=2190-01-07', 400],
    ['/me/questions?weekStart=1990-01-07', 400],
    ['/me/answers/2190-01-07', 400],
    ['/questions?limit=200', 200],
  ] as const)
    it(`by GET ${path}`, async () => {
      expect(await costOf(() => acme.as('Bob').get(path), status)).to.be.below(most);
      if (status === 200) expect(await costOf(() => acme.as('Ada').get(path), status)).to.be.below(most);
    });
});

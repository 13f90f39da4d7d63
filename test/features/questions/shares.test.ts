// What each may ask: ten questions a week, of which managers have a share; and how many questions there can be, open and stored.
import { expect } from 'chai';
import * as limits from '../../../src/features/questions/rules.ts';
import { company, type Answer, type Company } from '../../support/company.ts';
import { aQuestion } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const week = '2026-11-16';
const drawing = `
  Ada [Board] (admin)
    Gus [IT]
      Bob [IT]
        Cy [IT]
          Dee [IT]
      Eve [IT]
    Pia [People] (people_team)
    Max [People] (people_team)
`;
let acme: Company;
type Body = Record<string, unknown>;
const below = (who: string, more: Body = {}): Body =>
  aQuestion({ audience: { type: 'below', userId: acme.id(who) }, from: week, ...more });
const ask = (who: string, body: Body): Promise<Answer<Body>> => acme.as(who).post('/questions', body);
const outcome = ({ status, body }: Answer<Body>): unknown[] => [status, body['code'], body['message']];
const made = [201, undefined, undefined];

beforeEach(async () => {
  api.clock.now = friday;
  acme = await company(api, drawing);
  await acme.as('Ada').patch('/admin/settings', { managersAsk: 'on' });
});

/** So many questions as they are stored, of somebody or of nobody; `state` is what has become of them. */
async function store(count: number, { who = null as string | null, byManager = false, state = 'open' }): Promise<void> {
  await acme.statement(
    `UNWIND range(1, toInteger($count)) AS n
     CREATE (q:Question:$($label) {tenantId: $tenantId, id: randomUUID(), kind: 'text', version: 1, frequency: 'once', audience: 'team:none',
       fromWeek: date($week) + duration({weeks: CASE $state WHEN 'over' THEN -3 ELSE 1 + n % 50 END}), isRequired: false,
       byManager: CASE WHEN $byManager THEN true END, createdAt: datetime($now) - duration({minutes: n}),
       endedAt: CASE $state WHEN 'ended' THEN datetime($now) END})
     WITH q
     MATCH (u:User {tenantId: $tenantId, id: $userId})
     CREATE (u)-[:ASKED]->(q)`,
    { count, state, byManager, week, now: friday, userId: who === null ? '' : acme.id(who) },
  );
}

describe('the ten questions of a week', () => {
  it('leave the People Team what managers do not have, whoever of them asks and at whatever level', async () => {
    for (const [who, head] of [
      ['Bob', 'Bob'],
      ['Gus', 'Bob'],
      ['Gus', 'Gus'],
      ['Cy', 'Cy'],
      ['Bob', 'Cy'],
    ] as const)
      expect(outcome(await ask(who, below(head)))).to.deep.equal(made);
    for (const [who, head] of [
      ['Cy', 'Cy'],
      ['Bob', 'Bob'],
      ['Gus', 'Gus'],
    ] as const)
      expect(outcome(await ask(who, below(head)))).to.deep.equal([
        409,
        'LIMIT_REACHED',
        `In the week of ${week}, somebody of this audience would be asked more than 5 questions of managers.`,
      ]);
    for (const who of ['Pia', 'Ada', 'Max', 'Pia', 'Pia'])
      expect(outcome(await ask(who, aQuestion({ from: week })))).to.deep.equal(made);
    expect((await ask('Pia', aQuestion({ from: week }))).body['message']).to.match(/asked more than 10 questions\.$/);
  });

  it('can all be those of the company', async () => {
    for (let n = 0; n < 10; n += 1) expect(outcome(await ask('Pia', aQuestion({ from: week })))).to.deep.equal(made);
    expect((await ask('Bob', below('Bob'))).body['message']).to.match(/asked more than 10 questions\.$/);
  });

  it('count from last week on, however early a question begins', async () => {
    for (let n = 0; n < 10; n += 1)
      expect(outcome(await ask('Pia', aQuestion({ from: '2015-01-05' })))).to.deep.equal(made);
    const refused = await ask('Pia', aQuestion({ from: '2015-01-05' }));
    expect([refused.status, refused.body['message']]).to.deep.equal([
      409,
      'In the week of 2026-11-09, somebody of this audience would be asked more than 10 questions.',
    ]);
  });
});

describe('an audience "below" somebody', () => {
  for (const who of ['Dee', 'Eve'])
    it(`is refused to ${who} themself, below whom nobody is, and to others`, async () => {
      for (const by of [who, 'Gus', 'Pia', 'Ada'])
        expect(outcome(await ask(by, below(who)))).to.deep.equal([
          400,
          'VALIDATION_ERROR',
          'Nobody is below this person, so nobody would be asked.',
        ]);
    });

  it('has nobody when everyone below has left', async () => {
    await acme.as('Ada').post(`/admin/users/${acme.id('Dee')}/deactivate`);
    expect((await ask('Cy', below('Cy'))).status).to.equal(400);
    expect((await ask('Bob', below('Bob'))).status).to.equal(201);
  });
});

describe('how many questions there can be', () => {
  const { maxOpen, maxOpenOfManagers, maxOpenOfAsker, maxStored, maxStoredOfManagers, maxStoredOfAsker } = limits;
  type Case = { most: number; of: Parameters<typeof store>[1]; says: string; refuses: string[]; lets: string[] };
  const cases: Record<string, () => Case> = {
    'open of a manager': () => ({
      most: maxOpenOfAsker,
      of: { who: 'Bob', byManager: true },
      says: `You have ${maxOpenOfAsker} open questions, which is the limit. End one that is no longer needed.`,
      refuses: ['Bob'],
      lets: ['Cy', 'Gus', 'Pia', 'Ada'],
    }),
    'open of one of the People Team': () => ({
      most: maxOpenOfAsker,
      of: { who: 'Pia' },
      says: `You have ${maxOpenOfAsker} open questions, which is the limit. End one that is no longer needed.`,
      refuses: ['Pia'],
      lets: ['Max', 'Ada', 'Bob'],
    }),
    'open of managers': () => ({
      most: maxOpenOfManagers,
      of: { byManager: true },
      says: `Managers have ${maxOpenOfManagers} open questions, which is the limit. End one that is no longer needed.`,
      refuses: ['Bob', 'Cy'],
      lets: ['Pia', 'Ada'],
    }),
    'open in all': () => ({
      most: maxOpen,
      of: {},
      says: `There are ${maxOpen} open questions, which is the limit. End one that is no longer needed.`,
      refuses: ['Bob', 'Pia'],
      lets: [],
    }),
    'stored of somebody': () => ({
      most: maxStoredOfAsker,
      of: { who: 'Pia', state: 'ended' },
      says: `You have asked ${maxStoredOfAsker} questions that are kept with their answers, which is the limit.`,
      refuses: ['Pia'],
      lets: ['Max', 'Bob'],
    }),
    'stored of managers': () => ({
      most: maxStoredOfManagers,
      of: { byManager: true, state: 'ended' },
      says: `${maxStoredOfManagers} questions of managers are kept with their answers, which is the limit.`,
      refuses: ['Bob'],
      lets: ['Pia'],
    }),
    'stored in all': () => ({
      most: maxStored,
      of: { state: 'ended' },
      says: `There are ${maxStored} questions, with those that have ended, which is the limit.`,
      refuses: ['Bob', 'Pia'],
      lets: [],
    }),
  };
  for (const [title, readCase] of Object.entries(cases))
    it(`has a limit of those that are ${title}`, async () => {
      const { most, of, says, refuses, lets } = readCase();
      const [first = '', ...others] = refuses;
      await store(most - 1, of);
      const mine = (who: string): Body =>
        ['Pia', 'Max', 'Ada'].includes(who) ? aQuestion({ from: week }) : below(who);
      expect(outcome(await ask(first, mine(first)))).to.deep.equal(made);
      for (const who of [first, ...others])
        expect(outcome(await ask(who, mine(who)))).to.deep.equal([409, 'LIMIT_REACHED', says]);
      for (const who of lets) expect(outcome(await ask(who, mine(who))), who).to.deep.equal(made);
    });

  it('counts as open neither those that have ended nor those that are over', async () => {
    await store(maxOpenOfAsker, { who: 'Bob', byManager: true, state: 'ended' });
    await store(maxOpenOfAsker, { who: 'Bob', byManager: true, state: 'over' });
    await store(maxOpenOfAsker - 1, { who: 'Bob', byManager: true });
    expect(outcome(await ask('Bob', below('Bob')))).to.deep.equal(made);
    expect((await ask('Bob', below('Bob'))).status).to.equal(409);
  });

  it('gives a place back with the end of a question', async () => {
    await store(maxOpenOfAsker - 1, { who: 'Bob', byManager: true });
    const { body } = await ask('Bob', below('Bob'));
    expect((await ask('Bob', below('Bob'))).status).to.equal(409);
    expect((await acme.as('Bob').delete(`/questions/${String(body['id'])}`)).status).to.equal(204);
    expect((await ask('Bob', below('Bob'))).status).to.equal(201);
  });
});

describe('the words of a question', () => {
  it('change as often as there can be wordings, and other changes go on', async () => {
    const { body } = await ask('Pia', aQuestion({ from: week }));
    const change = (fields: Body): Promise<Answer<Body>> =>
      acme.as('Pia').patch(`/questions/${String(body['id'])}`, fields);
    for (let version = 2; version <= limits.maxWordings; version += 1)
      expect((await change({ text: { en: `Version ${version}` } })).body['version']).to.equal(version);
    expect(outcome(await change({ text: { en: 'One more' }, isRequired: true }))).to.deep.equal([
      409,
      'LIMIT_REACHED',
      `A question has at most ${limits.maxWordings} wordings. End it, and ask a new one.`,
    ]);
    const { body: after } = await acme.as('Pia').get(`/questions/${String(body['id'])}`);
    expect(after).to.deep.include({ text: { en: `Version ${limits.maxWordings}` }, isRequired: false });
    expect((await change({ text: { en: `Version ${limits.maxWordings}` }, isRequired: true })).status).to.equal(200);
    const [row] = await acme.statement('MATCH (w:QuestionWording {tenantId: $tenantId}) RETURN count(w) AS count');
    expect(Number(row?.['count'])).to.equal(limits.maxWordings);
  });
});

// What every feature must keep: logs without words, keys that make changes once, entity tags, bounds, erasure and export.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { exportPerson } from '../../../src/features/personal-data/export-person.ts';
import { openExactGraph } from '../../../src/platform/graph/exact/exact-graph.ts';
import { freshCompany, refusal, type Answer } from '../../support/company.ts';
import { aQuestion, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob [Sales]\n    Cy [Sales]\n  Pia (people_team)');
type Body = Record<string, unknown>;
type Questions = { questions: { questionId: string; question: string; answer?: Body }[] };
const week = '2026-11-16';
const path = `/me/answers/${week}`;
const words = 'needle of words';
const asked = (change: Body = {}): Body => aQuestion({ text: { en: words }, ...change });
/** The next change comes later: lists are in the order of time. */
const passTime = (): void => {
  api.clock.now = new Date(Date.parse(api.clock.now) + 1_000).toISOString();
};
const ask = async (change?: Body): Promise<string> => {
  const { status, body } = await acme.as('Ada').post('/questions', asked(change));
  expect([status, body['message']]).to.deep.equal([201, undefined]);
  passTime();
  return String(body['id']);
};
const answered = (questionId: string, text = 'needle of an answer'): Body => ({ answers: [{ questionId, text }] });
const shownTo = async (who: string): Promise<Questions['questions']> =>
  (await acme.as(who).get<Questions>(`/me/questions?weekStart=${week}`)).body.questions;

describe('the logs', () => {
  it('have each change of a question and of answers, and no words', async () => {
    const id = await ask({ audience: { type: 'below', userId: acme.id('Bob') } });
    await acme.as('Cy').post('/summaries', aSummary({ weekStart: week }));
    await acme.as('Cy').put(path, answered(id));
    await acme.as('Pia').patch(`/questions/${id}`, { text: { en: `${words} again` }, isRequired: true });
    passTime();
    await acme.as('Ada').delete(`/questions/${id}`);
    const { body } = await acme.as('Ada').get<{ items: Body[] }>('/audit');
    const ofQuestions = body.items.filter(({ action }) => String(action).startsWith('question.'));
    expect(ofQuestions.map(({ action, actorId, userId }) => [action, actorId, userId])).to.deep.equal([
      ['question.end', acme.id('Ada'), undefined],
      ['question.update', acme.id('Pia'), undefined],
      ['question.create', acme.id('Ada'), acme.id('Bob')],
    ]);
    const changes = await acme.statement(
      'MATCH (e:ChangeEntry {tenantId: $tenantId}) RETURN e.type AS type, e.subjectId AS id, e.changed AS changed, e{.*} AS entry',
    );
    const of = (type: string): Body[] => changes.filter((one) => one['type'] === type);
    expect(of('question.created')[0]).to.include({ id });
    expect(of('question.updated')[0]?.['changed']).to.have.members(['text', 'isRequired']);
    expect(of('question.ended')).to.have.length(1);
    expect(of('summary.edited').map(({ changed }) => changed)).to.deep.equal([['answers']]);
    expect(JSON.stringify([body, changes])).to.not.include('needle');
    expect(api.logged.join('')).to.not.include('needle');
  });
});

describe('a change with an Idempotency-Key', () => {
  const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
  it('is made once: a question, its new words, its end, and answers', async () => {
    const twice = async (send: () => Promise<Answer>): Promise<Answer> => {
      const [first, second] = [await send(), await send()];
      expect([second.status, second.body]).to.deep.equal([first.status, first.body]);
      return first;
    };
    const [posted, changed, saved] = [key(), key(), key()];
    const { body } = await twice(() => acme.as('Ada').post('/questions', asked(), posted));
    const id = String((body as Body)['id']);
    await twice(() => acme.as('Ada').patch(`/questions/${id}`, { text: { en: 'Other words' } }, changed));
    expect((await acme.as('Ada').get(`/questions/${id}`)).body).to.include({ version: 2 });
    await twice(() => acme.as('Cy').put(path, answered(id), saved));
    const { items } = (await acme.as('Ada').get<{ items: Body[] }>('/questions')).body;
    expect(items).to.have.length(1);
    const entries = (await acme.as('Ada').get<{ items: Body[] }>('/audit')).body.items;
    expect(entries.filter(({ action }) => String(action).startsWith('question.'))).to.have.length(2);
  });
});

describe('the entity tag', () => {
  it('of a question, of what is asked and of answers is that of their state, and guards changes', async () => {
    const id = await ask();
    const tag = async (who: string, of: string): Promise<string> =>
      String((await acme.as(who).get(of)).headers.get('etag'));
    const stale = await tag('Ada', `/questions/${id}`);
    expect((await acme.as('Ada').get(`/questions/${id}`, { 'if-none-match': stale })).status).to.equal(304);
    const put = (ifMatch: string, text: string): Promise<Answer> =>
      acme.as('Cy').put(path, answered(id, text), { 'if-match': ifMatch });
    const own = await tag('Cy', path);
    expect((await put(own, 'One')).status).to.equal(200);
    expect(refusal(await put(own, 'Two'))).to.deep.equal([412, 'PRECONDITION_FAILED']);
    const change = (text: string): Promise<Answer> =>
      acme.as('Ada').patch(`/questions/${id}`, { text: { en: text } }, { 'if-match': stale });
    expect((await change('One')).status).to.equal(200);
    expect(refusal(await change('Two'))).to.deep.equal([412, 'PRECONDITION_FAILED']);
    expect((await shownTo('Cy'))[0]).to.deep.include({ question: words, version: 1 }); // the words that were answered
    expect((await shownTo('Bob'))[0]).to.deep.include({ question: 'One', version: 2 });
  });
});

describe('what is too much', () => {
  const long = 'x'.repeat(201);
  const options = Array.from({ length: 11 }, (_, n) => ({ en: `Option ${n}` }));
  for (const [what, change] of [
    ['words of more than 200 characters', { text: { en: long } }],
    ['words in a language that is none of ours', { text: { en: 'How?', fr: 'Comment ?' } }],
    ['more than ten options', { kind: 'choice', options }],
    ['one option', { kind: 'choice', options: options.slice(0, 1) }],
    ['a scale of twelve points', { kind: 'scale', points: 12 }],
    ['a scale of two points', { kind: 'scale', points: 2 }],
    ['53 weeks between', { frequency: 'every_n_weeks', everyWeeks: 53 }],
    ['a kind that there is not', { kind: 'drawing' }],
    ['a frequency that there is not', { frequency: 'daily' }],
    ['a day that there is not', { from: '2026-02-30' }],
    ['a name of more than 200 characters', { audience: { type: 'team', name: long } }],
    ['an unknown field', { color: 'red' }],
    ['a NUL', { text: { en: 'How\u0000?' } }],
  ] as [string, Body][]) {
    it(`is refused, and asks nothing: ${what}`, async () => {
      expect(refusal(await acme.as('Ada').post('/questions', asked(change)))).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect((await acme.as('Ada').get<{ items: Body[] }>('/questions')).body.items).to.deep.equal([]);
    });
  }

  it('is refused of answers, and changes nothing', async () => {
    const id = await ask();
    await acme.as('Cy').put(path, answered(id, 'Mine.'));
    const too = [
      { answers: Array.from({ length: 21 }, () => ({ questionId: randomUUID(), text: 'x' })) },
      { answers: [{ questionId: id, text: 'x'.repeat(10_001) }] },
      { answers: [{ questionId: id, text: '  ' }] },
      { answers: [{ questionId: id, choices: Array.from({ length: 11 }, (_, n) => n) }] },
      { answers: [{ questionId: id }] },
      { answers: [{ questionId: id, text: 'x', version: 2 }] },
      { answers: [{ questionId: id, text: 'x', version: 0 }] },
      { answers: [{ questionId: randomUUID(), text: 'x' }] },
      {},
    ];
    for (const body of too)
      expect((await acme.as('Cy').put(path, body)).status, JSON.stringify(body).slice(0, 99)).to.equal(400);
    for (const day of ['2021-11-01', '2026-12-07', 'today', '2026-02-30'])
      expect((await acme.as('Cy').put(`/me/answers/${day}`, { answers: [] })).status, day).to.equal(400);
    for (const day of ['1899-01-01', 'today', '2200-01-01'])
      expect((await acme.as('Cy').get(`/me/questions?weekStart=${day}`)).status, day).to.equal(400);
    expect((await shownTo('Cy'))[0]?.answer).to.include({ text: 'Mine.' });
  });

  it('is refused by a tenant that has ten thousand questions, with those that have ended', async () => {
    await acme.statement(
      `UNWIND range(1, 10000) AS n
       CREATE (:Question:$($label) {tenantId: $tenantId, id: randomUUID(), kind: 'text', version: 1, frequency: 'once',
         fromWeek: date('2026-01-05'), isRequired: false, audience: 'tenant', createdAt: datetime('2026-01-05T09:00:00Z'),
         endedAt: datetime('2026-02-01T09:00:00Z')})`,
    );
    expect(refusal(await acme.as('Ada').post('/questions', asked()))).to.deep.equal([409, 'LIMIT_REACHED']);
  });
});

describe('the export of a person', () => {
  it('has their answers with the words that they answered, and the questions that they asked', async () => {
    const id = await ask();
    const { body } = await acme.as('Pia').post('/questions', asked({ text: { en: 'Of Pia' } }));
    await acme.as('Pia').put(path, answered(id, 'Of Pia'));
    await acme.as('Ada').patch(`/questions/${id}`, { text: { en: 'Other words' } });
    const exact = openExactGraph(api.config, acme.tenantId);
    const whose = { email: 'pia@example.test', now: new Date(api.clock.now) };
    const { data } = await exportPerson(api.graph, exact, { id: acme.tenantId, name: 'Test' }, whose);
    await exact.close();
    expect(data.answers).to.have.length(1);
    expect(data.answers[0]).to.deep.include({ text: 'Of Pia', question: { text: { en: words } } });
    expect(data.questions.map((one) => one['id'])).to.deep.equal([body['id']]);
    expect(data.wordings.map((one) => one['content'])).to.deep.equal([{ text: { en: 'Of Pia' } }]);
  });
});

describe('somebody who is erased', () => {
  const erase = (who: string) =>
    erasePerson(openErasureServices(api.graph, api.config), {
      tenantId: acme.tenantId,
      userId: acme.id(who),
      now: new Date(api.clock.now),
      dryRun: false,
    });

  it('leaves none of their answers behind, while the answers of others and the questions remain', async () => {
    const id = await ask();
    for (const who of ['Bob', 'Cy']) await acme.as(who).put(path, answered(id, `Of ${who}`));
    const { id: summaryId = '' } = (await acme.as('Bob').post('/summaries', aSummary({ weekStart: week }))).body;
    expect(await erase('Cy')).to.include({ answers: 1 });
    const { body } = await acme.as('Ada').get<{ items: Body[] }>('/questions');
    expect(body.items).to.have.length(1);
    const read = await acme.as('Pia').get<{ answers: { answer: Body }[] }>(`/summaries/${String(summaryId)}/answers`);
    expect(read.body.answers.map(({ answer }) => answer['text'])).to.deep.equal(['Of Bob']);
  });

  it('is not named as who asked, and nobody is asked below them any more', async () => {
    const below = await ask({ audience: { type: 'below', userId: acme.id('Bob') } });
    const { body } = await acme.as('Pia').post('/questions', asked());
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, { managerId: acme.id('Ada') });
    for (const who of ['Bob', 'Pia']) await erase(who);
    expect((await shownTo('Cy')).map(({ questionId }) => questionId)).to.deep.equal([body['id']]);
    const [newest, other] = (await acme.as('Ada').get<{ items: Body[] }>('/questions')).body.items;
    expect([newest?.['id'], newest?.['createdBy']]).to.deep.equal([body['id'], undefined]);
    expect([other?.['id'], other?.['audience']]).to.deep.equal([below, { type: 'below' }]);
    expect(other).to.have.property('endedAt');
  });
});

// Questions beside the weekly summary: who asks, who is asked in which week, what answers are, and who reads them.
import { expect } from 'chai';
import { company, freshCompany, refusal, type Answer } from '../../support/company.ts';
import { aQuestion, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(
  api,
  `
  Ada [Board] (admin)
    Bob [Sales]
      Cy [Sales]
        Dee [Sales]
      Eve [Support]
    Gus [IT]
      Hal [IT]
    Pia [People] (people_team)
`,
);
type Body = Record<string, unknown>;
const problem = { accept: 'application/problem+json' };
type Asked = { questionId: string; question: string; answer?: Body; version: number; isRequired?: boolean };

const week = '2026-11-16';
const scale = (change: Body = {}): Body =>
  aQuestion({
    kind: 'scale',
    text: { en: 'How clear are your priorities?', de: 'Wie klar sind deine Prioritäten?' },
    low: { en: 'Not at all' },
    high: { en: 'Completely' },
    points: 5,
    from: week,
    ...change,
  });
const textQuestion = (text: string, change: Body = {}): Body =>
  aQuestion({ text: { en: text }, from: week, ...change });
const ask = (who: string, body: Body): Promise<Answer<Body>> => acme.as(who).post('/questions', body);
/** Asks, and moves the clock on: questions come in the order of their creation. */
const asked = async (body: Body, by = 'Ada'): Promise<string> => {
  api.clock.now = new Date(Date.parse(api.clock.now) + 1_000).toISOString();
  const answer = await ask(by, body);
  expect([answer.status, answer.body['message']]).to.deep.equal([201, undefined]);
  return String(answer.body['id']);
};
const below = (who: string): Body => ({ audience: { type: 'below', userId: acme.id(who) } });
const questionsOf = async (who: string, of = week): Promise<Asked[]> =>
  (await acme.as(who).get<{ questions: Asked[] }>(`/me/questions?weekStart=${of}`)).body.questions;
const namesOf = async (who: string, of = week): Promise<string[]> =>
  (await questionsOf(who, of)).map(({ question }) => question);
const save = (who: string, answers: Body[], of = week): Promise<Answer<Body>> =>
  acme.as(who).put(`/me/answers/${of}`, { answers });
const summaryOf = async (who: string): Promise<string> =>
  String((await acme.as(who).post('/summaries', aSummary({ weekStart: week }))).body['id']);
const switchOn = (): Promise<unknown> => acme.as('Ada').patch('/admin/settings', { managersAsk: 'on' });

describe('asking', () => {
  it('is for admins and the People Team, and returns the question', async () => {
    const { status, body, headers } = await ask('Pia', scale());
    expect(status).to.equal(201);
    expect(body).to.deep.include({ ...scale(), version: 1, from: week });
    expect(body['createdBy']).to.include({ id: acme.id('Pia') });
    expect((await acme.as('Ada').get(headers.get('location')?.replace('/v1', '') ?? '')).body).to.deep.equal(body);
    for (const who of ['Bob', 'Dee']) expect(refusal(await ask(who, scale()))).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('is for managers about the people below them, once the tenant allows it', async () => {
    const ofCy = textQuestion('What blocks you?', below('Cy'));
    expect(refusal(await ask('Bob', ofCy))).to.deep.equal([403, 'FORBIDDEN']);
    await switchOn();
    const id = await asked(ofCy, 'Bob');
    await asked(textQuestion('And you?', below('Bob')), 'Bob');
    expect((await acme.as('Bob').get(`/questions/${id}`)).body['askedBelow']).to.include({
      id: acme.id('Cy'),
      name: 'Cy',
    });
    const { body: caller } = await acme.as('Bob').get('/me');
    expect(caller).to.have.nested.property('tenant.managersAsk', true);
    expect(refusal(await ask('Bob', textQuestion('?', below('Gus'))))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await ask('Bob', scale()))).to.deep.equal([403, 'FORBIDDEN']);
    const listed = async (who: string): Promise<number> =>
      (await acme.as(who).get<{ items: unknown[] }>('/questions')).body.items.length;
    expect([await listed('Ada'), await listed('Bob'), await listed('Cy'), await listed('Gus')]).to.deep.equal([
      2, 2, 1, 0,
    ]);
    expect(refusal(await acme.as('Gus').get(`/questions/${id}`))).to.deep.equal([403, 'FORBIDDEN']);
  });

  for (const [title, body, pointer] of [
    ['a scale without points', scale({ points: undefined }), '/points'],
    ['points of a text', textQuestion('?', { points: 5 }), '/points'],
    ['a choice without options', { ...textQuestion('?'), kind: 'choice' }, '/options'],
    ['every n weeks without n', textQuestion('?', { frequency: 'every_n_weeks' }), '/everyWeeks'],
    ['an end before the beginning', textQuestion('?', { to: '2026-11-01' }), '/to'],
    ['a team without a name', textQuestion('?', { audience: { type: 'team' } }), '/audience/name'],
    ['a team that there is not', textQuestion('?', { audience: { type: 'team', name: 'Nowhere' } }), '/audience/name'],
    ['no words', textQuestion('?', { text: {} }), '/text'],
  ] as const) {
    it(`refuses ${title}`, async () => {
      const { status, body: answer } = await acme.as('Ada').post('/questions', body, problem);
      expect(status).to.equal(400);
      expect((answer['errors'] as { pointer: string }[])[0]?.pointer).to.equal(pointer);
      expect((await acme.as('Ada').get<{ items: unknown[] }>('/questions')).body.items).to.deep.equal([]);
    });
  }

  it('refuses an eleventh question for somebody in a week, in words, and only then', async () => {
    for (let n = 0; n < 8; n += 1) await asked(textQuestion(`Question ${n}`));
    await asked(textQuestion('Sales', { audience: { type: 'department', name: 'sales' } }));
    await asked(textQuestion('Below Cy', below('Cy')));
    const { status, body } = await ask('Ada', textQuestion('One more', { from: '2026-12-07' }));
    expect([status, body['code'], body['message']]).to.deep.equal([
      409,
      'LIMIT_REACHED',
      'In the week of 2026-12-07, somebody of this audience would be asked more than 10 questions.',
    ]);
    await asked(textQuestion('IT', { audience: { type: 'team', name: 'IT' } }));
    await asked(textQuestion('Before', { from: '2026-11-02', to: '2026-11-09' }));
  });
});

describe('the weeks of reads', () => {
  it('are those of answers: from five years back to one week ahead', async () => {
    await asked(textQuestion('Everybody', { from: '2020-01-06' }));
    for (const [day, status] of [
      ['2021-11-12', 400],
      ['2021-11-22', 200],
      ['2026-11-27', 200],
      ['2026-11-30', 400],
      ['2190-01-07', 400],
      ['1990-01-01', 400],
    ] as const) {
      for (const path of [`/me/questions?weekStart=${day}`, `/me/answers/${day}`])
        expect((await acme.as('Dee').get(path)).status, path).to.equal(status);
    }
  });
});

describe('what somebody is asked', () => {
  it('follows tenant, department, team and reporting line, and begins with what is required', async () => {
    await asked(textQuestion('Everybody'));
    await asked(textQuestion('Department', { audience: { type: 'department', name: 'SALES' } }));
    await asked(textQuestion('Team', { audience: { type: 'team', name: 'support' } }));
    await asked(textQuestion('Below Bob', { ...below('Bob'), isRequired: true }));
    expect(await namesOf('Dee')).to.deep.equal(['Below Bob', 'Everybody', 'Department']);
    expect(await namesOf('Eve')).to.deep.equal(['Below Bob', 'Everybody', 'Team']);
    expect(await namesOf('Bob')).to.deep.equal(['Everybody', 'Department']);
    expect(await namesOf('Hal')).to.deep.equal(['Everybody']);
    expect(await namesOf('Dee', '2026-11-09')).to.deep.equal([]);
  });

  it('follows a move at once, and keeps what was asked before it in that week', async () => {
    await asked(textQuestion('Below Cy', below('Cy')));
    await asked(textQuestion('Below Gus', below('Gus')));
    const move = { managerId: acme.id('Gus') };
    expect((await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Dee')}/manager`, move)).status).to.equal(200);
    expect(await namesOf('Dee')).to.deep.equal(['Below Cy', 'Below Gus']);
    expect(await namesOf('Dee', '2026-11-23')).to.deep.equal(['Below Gus']);
    const [first] = await questionsOf('Dee');
    expect((await save('Dee', [{ questionId: first?.questionId, text: 'Nothing.' }])).status).to.equal(200);
  });

  it('is, for somebody who was moved in midweek, what they were asked before as well, in that week and afterwards', async () => {
    await asked(textQuestion('Below Bob', below('Bob')));
    await asked(textQuestion('Below Gus', below('Gus')));
    api.clock.now = '2026-11-18T12:00:00.000Z'; // Wednesday
    const move = { managerId: acme.id('Gus') };
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, move); // and Dee, below Cy
    const both = ['Below Bob', 'Below Gus'];
    expect([await namesOf('Cy'), await namesOf('Dee')]).to.deep.equal([both, both]);
    api.clock.now = '2026-11-25T12:00:00.000Z';
    expect([await namesOf('Dee', week), await namesOf('Dee', '2026-11-23')]).to.deep.equal([both, ['Below Gus']]);
    const answers = (await questionsOf('Dee')).map(({ questionId }) => ({ questionId, text: 'Well.' }));
    expect((await save('Dee', answers)).status).to.equal(200);
    const given = await acme.as('Gus').get<{ answers: Asked[] }>(`/summaries/${await summaryOf('Dee')}/answers`);
    expect(given.body.answers.map(({ question }) => question)).to.deep.equal(both);
  });

  for (const [timezone, monday] of [
    ['Europe/Berlin', '2026-11-22T23:00:00.000Z'],
    ['America/New_York', '2026-11-23T05:00:00.000Z'],
  ] as const) {
    it(`is of the new week alone after a move at the very beginning of it in ${timezone}`, async () => {
      await acme.as('Ada').patch('/admin/settings', { timezone });
      await asked(textQuestion('Below Bob', below('Bob')));
      await asked(textQuestion('Below Gus', below('Gus')));
      api.clock.now = monday;
      await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Cy')}/manager`, { managerId: acme.id('Gus') });
      for (const now of [monday, '2026-12-02T12:00:00.000Z']) {
        api.clock.now = now;
        expect(await namesOf('Dee', week), now).to.deep.equal(['Below Bob']);
        expect(await namesOf('Dee', '2026-11-23'), now).to.deep.equal(['Below Gus']);
      }
    });
  }

  it('can be answered together by somebody who was moved, also when it is more than ten', async () => {
    for (let n = 0; n < 10; n += 1) await asked(textQuestion(`Of Cy ${n}`, below('Cy')));
    for (let n = 0; n < 10; n += 1) await asked(textQuestion(`Of Gus ${n}`, { ...below('Gus'), isRequired: true }));
    const answers = async (): Promise<Body[]> =>
      (await questionsOf('Dee')).map(({ questionId }) => ({ questionId, text: 'Well.' }));
    expect((await save('Dee', await answers())).status).to.equal(200);
    const move = { managerId: acme.id('Gus') };
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Dee')}/manager`, move);
    const all = await answers();
    expect(all).to.have.length(20);
    const saved = await save('Dee', all);
    expect([saved.status, saved.body['message']]).to.deep.equal([200, undefined]);
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Dee')}/manager`, { managerId: acme.id('Eve') });
    for (let n = 0; n < 10; n += 1) await asked(textQuestion(`Of Eve ${n}`, { ...below('Eve'), isRequired: true }));
    expect((await save('Dee', await answers())).status).to.equal(200); // never more than can be answered
  });

  it('is in the language in which the reader gets notifications', async () => {
    await asked(scale());
    const german = { question: 'Wie klar sind deine Prioritäten?', low: 'Not at all', points: 5 };
    await acme.as('Dee').put('/notifications/preferences', { preferences: [], language: 'de' });
    await acme.as('Ada').patch(`/admin/users/${acme.id('Eve')}`, { preferredLanguage: 'de-AT' });
    for (const who of ['Dee', 'Eve']) expect((await questionsOf(who))[0], who).to.include(german);
    await acme.as('Ada').patch(`/admin/users/${acme.id('Hal')}`, { preferredLanguage: 'fr' });
    expect(await namesOf('Hal')).to.deep.equal(['How clear are your priorities?']);
    await acme.as('Ada').patch('/admin/settings', { language: 'de' });
    expect((await questionsOf('Hal'))[0]).to.include(german);
  });
});

describe('answers', () => {
  it('are saved as drafts, and are read with the summary by whoever may read it', async () => {
    const questionId = await asked(scale());
    const choice = await asked(
      textQuestion('Where?', { kind: 'choice', options: [{ en: 'Here' }, { en: 'There' }], isSeveral: true }),
      'Pia',
    );
    const saved = await save('Dee', [
      { questionId, points: 2 },
      { questionId: choice, choices: [1] },
    ]);
    expect(saved.status).to.equal(200);
    const summaryId = await summaryOf('Dee');
    const path = `/summaries/${summaryId}/answers`;
    const statuses = [];
    for (const who of ['Dee', 'Cy', 'Bob', 'Ada', 'Pia', 'Eve', 'Gus', 'Hal'])
      statuses.push((await acme.as(who).get(path)).status);
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 403, 403, 403]);
    const { answers } = (await acme.as('Cy').get<{ answers: Asked[] }>(path)).body;
    expect(answers.map(({ question, answer }) => [question, answer?.['points'] ?? answer?.['choices']])).to.deep.equal([
      ['How clear are your priorities?', 2],
      ['Where?', [1]],
    ]);
    expect((await save('Dee', [{ questionId, points: 5 }])).status).to.equal(200);
    expect((await acme.as('Cy').get<{ answers: Asked[] }>(path)).body.answers).to.have.length(1);
  });

  it('keep the wording that they answered', async () => {
    const questionId = await asked(textQuestion('How was it?'));
    await save('Dee', [{ questionId, text: 'Good.' }]);
    const summaryId = await summaryOf('Dee');
    const changed = await acme.as('Ada').patch(`/questions/${questionId}`, { text: { en: 'How is it now?' } });
    expect([changed.status, changed.body['version']]).to.deep.equal([200, 2]);
    const { answers } = (await acme.as('Cy').get<{ answers: Asked[] }>(`/summaries/${summaryId}/answers`)).body;
    expect(answers).to.deep.include.members([{ ...answers[0], question: 'How was it?', version: 1 }]);
    expect(await namesOf('Eve')).to.deep.equal(['How is it now?']);
    await save('Dee', [{ questionId, text: 'Better.' }]);
    expect(await namesOf('Dee')).to.deep.equal(['How is it now?']);
  });

  it('show when they were changed after the response to the summary, and only then', async () => {
    const [first, second, third] = [
      await asked(textQuestion('One')),
      await asked(scale()),
      await asked(textQuestion('Three')),
    ];
    const given = { questionId: first, text: 'Good.' };
    const at = async (now: string, answers: Body[]): Promise<void> => {
      api.clock.now = now;
      expect((await save('Dee', answers)).status).to.equal(200);
    };
    const editedOf = async (): Promise<unknown[]> => {
      const { body } = await acme.as('Cy').get<{ answers: Asked[] }>(`/summaries/${summaryId}/answers`);
      const own = (await questionsOf('Dee')).map(({ answer }) => answer?.['editedAt']);
      expect(own.slice(0, body.answers.length)).to.deep.equal(body.answers.map(({ answer }) => answer?.['editedAt']));
      return body.answers.map(({ answer }) => answer?.['editedAt']);
    };
    await at('2026-11-20T11:00:00.000Z', [given]);
    const summaryId = await summaryOf('Dee');
    await at('2026-11-20T12:00:00.000Z', [
      { ...given, text: 'Better.' },
      { questionId: second, points: 3 },
    ]);
    expect(await editedOf()).to.deep.equal([undefined, undefined]);
    expect((await acme.as('Cy').post(`/summaries/${summaryId}/response`, { body: 'Thanks.' })).status).to.equal(201);
    const same = [
      { ...given, text: 'Better.' },
      { questionId: second, points: 3 },
    ];
    await at('2026-11-20T13:00:00.000Z', [...same, { questionId: third, text: 'New.' }]);
    expect(await editedOf()).to.deep.equal([undefined, undefined, undefined]);
    await at('2026-11-20T14:00:00.000Z', [
      { ...given, text: 'Better.' },
      { questionId: second, points: 4 },
    ]);
    expect(await editedOf()).to.deep.equal([undefined, '2026-11-20T14:00:00.000Z']);
    await at('2026-11-20T15:00:00.000Z', [
      { ...given, text: 'Bad.' },
      { questionId: second, points: 4 },
    ]);
    expect(await editedOf()).to.deep.equal(['2026-11-20T15:00:00.000Z', '2026-11-20T14:00:00.000Z']);
  });

  it('are refused to questions that are not asked, and when they do not fit', async () => {
    const questionId = await asked(scale({ audience: { type: 'team', name: 'IT' } }));
    const other = await asked(scale());
    for (const [answers, message] of [
      [[{ questionId, points: 3 }], 'Answer 1 is to a question that you are not asked in this week.'],
      [[{ questionId: other, points: 6 }], 'Answer 1 must have points from 1 to 5.'],
      [[{ questionId: other, text: 'x' }], 'Answer 1 must have points, and no other value.'],
      [
        [
          { questionId: other, points: 3 },
          { questionId: other, points: 4 },
        ],
        'Answer 2 is the second one to its question.',
      ],
      [[{ questionId: other, points: 3, version: 2 }], 'Answer 1 has a version that the question does not have.'],
    ] as const) {
      const { status, body } = await save('Dee', answers as unknown as Body[]);
      expect([status, body['message']]).to.deep.equal([400, message]);
    }
    expect((await questionsOf('Dee')).map(({ answer }) => answer)).to.deep.equal([undefined]);
  });
});

describe('the sight of answers', () => {
  it('is that of summaries for each pair of people, with a deputy and after a move', async () => {
    const questionId = await asked(textQuestion('How was it?'));
    const everyone = acme.people.map(({ name }) => name);
    const written: [author: string, summaryId: string][] = [];
    for (const author of everyone) {
      await save(author, [{ questionId, text: 'Well.' }]);
      written.push([author, await summaryOf(author)]);
    }
    const term = { from: '2026-11-20', to: '2026-11-27', rights: ['read'] };
    await acme.as('Cy').put(`/users/${acme.id('Cy')}/deputies/${acme.id('Hal')}`, term);
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Eve')}/manager`, { managerId: acme.id('Gus') });
    const differences: string[] = [];
    let read = 0;
    for (const reader of everyone) {
      for (const [author, summaryId] of written) {
        const summary = await acme.as(reader).get(`/summaries/${summaryId}`);
        const answers = await acme.as(reader).get(`/summaries/${summaryId}/answers`);
        if (summary.status !== answers.status)
          differences.push(`${reader} of ${author}: ${summary.status}, ${answers.status}`);
        if (answers.status === 200) read += 1;
      }
    }
    expect(differences).to.deep.equal([]);
    expect(read).to.be.within(everyone.length, everyone.length ** 2 - 1);
  });
});

describe('the last week of a question', () => {
  it('can come earlier, and not later', async () => {
    const id = await asked(textQuestion('One', { to: '2026-12-07' }));
    const move = (to: string): Promise<Answer<Body>> => acme.as('Ada').patch(`/questions/${id}`, { to });
    expect(refusal(await move('2026-12-14'))).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect((await move('2026-12-02')).body).to.include({ to: '2026-11-30' });
    expect(refusal(await move('2026-12-07'))).to.deep.equal([400, 'VALIDATION_ERROR']);
  });
});

describe('the end of a question', () => {
  it('deletes one without answers, and keeps one with answers', async () => {
    const [unanswered, answered] = [await asked(textQuestion('One')), await asked(textQuestion('Two'))];
    await save('Dee', [{ questionId: answered, text: 'Yes.' }]);
    for (const id of [unanswered, answered])
      expect((await acme.as('Ada').delete(`/questions/${id}`)).status).to.equal(204);
    expect(refusal(await acme.as('Ada').get(`/questions/${unanswered}`))).to.deep.equal([404, 'QUESTION_NOT_FOUND']);
    expect((await acme.as('Ada').get(`/questions/${answered}`)).body).to.have.property('endedAt');
    expect(refusal(await acme.as('Ada').patch(`/questions/${answered}`, { isRequired: true }))).to.deep.equal([
      409,
      'QUESTION_ENDED',
    ]);
    expect(await namesOf('Eve', '2026-11-23')).to.deep.equal([]);
    const [own] = await questionsOf('Dee');
    expect(own?.answer).to.include({ text: 'Yes.' });
  });
});

describe('a question that has ended', () => {
  it('is not asked any more in its week, and leaves its place to another', async () => {
    const first = await asked(textQuestion('Question 0'));
    for (let n = 1; n < 10; n += 1) await asked(textQuestion(`Question ${n}`));
    await save('Dee', [{ questionId: first, text: 'Yes.' }]);
    expect((await acme.as('Ada').delete(`/questions/${first}`)).status).to.equal(204);
    await asked(textQuestion('Another'));
    const names = await namesOf('Eve');
    expect([names.length, names.at(-1), names.includes('Question 0')]).to.deep.equal([10, 'Another', false]);
    expect(await namesOf('Dee')).to.include.members(['Another', 'Question 0']); // with what she answered
    const late = await save('Eve', [{ questionId: first, text: 'Late.' }]);
    expect(refusal(late)).to.deep.equal([400, 'VALIDATION_ERROR']);
  });
});

describe('the neighbour tenant', () => {
  it('sees no question, and its ids are refused', async () => {
    const other = await company(api, 'Zoe (admin)');
    const id = await asked(scale());
    const summaryId = await summaryOf('Dee');
    const zoe = other.as('Zoe');
    expect(refusal(await zoe.get(`/questions/${id}`))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await zoe.patch(`/questions/${id}`, { isRequired: true }))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await zoe.delete(`/questions/${id}`))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await zoe.get(`/summaries/${summaryId}/answers`))).to.deep.equal([403, 'FORBIDDEN']);
    expect((await zoe.get<{ items: unknown[] }>('/questions')).body.items).to.deep.equal([]);
    expect((await zoe.get<{ questions: unknown[] }>('/me/questions')).body.questions).to.deep.equal([]);
    const theirs = { ...textQuestion('?'), audience: { type: 'below', userId: acme.id('Bob') } };
    expect((await zoe.post('/questions', theirs)).status).to.be.oneOf([403, 404]);
  });
});

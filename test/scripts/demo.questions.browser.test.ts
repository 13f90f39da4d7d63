// The page of the demo in a real browser: a question is asked, answered, read by the manager, counted, changed and ended.
import { expect } from 'chai';
import { describeDemoPage, type DemoPage } from '../support/demo-page.ts';
import { aSummary } from '../support/samples.ts';
import { until as untilTrue } from '../support/until.ts';

const drawing = `
Ada [Board] (admin)
  Bob [Sales]
    Cy [Sales]
    Dee [Sales]
    Eve [Sales]
  Fay [Care]
  Pia [People] (people_team)`;
const text = '<img src=x onerror=alert(1)> & "so on"?';
const [lastWeek, thisWeek] = ['2026-11-09', '2026-11-16'] as const;

describeDemoPage('questions on the page of the demo', drawing, test);

type Question = { id: string; kind: string; version: number; text: Record<string, string>; endedAt?: string };
type Asked = { questions: { questionId: string; version: number; question: string; answer?: object }[] };

function test(demo: DemoPage): void {
  const { api, acme, value, until, shows, hides, click, fillIn, press, pick, open, goTo, signIn, select } = demo;
  const { isReady, endToken, forgetRefusals, choose, fieldValue } = demo;
  const isOffered = () => value<boolean>(`document.querySelector('nav [href="#/questions"]') !== null`);
  const listed = async (who: string, query = ''): Promise<Question[]> =>
    (await acme.as(who).get<{ items: Question[] }>(`/questions${query}`)).body.items;
  const answersOf = async (who: string, week: string): Promise<unknown[]> =>
    (await acme.as(who).get<Asked>(`/me/answers/${week}`)).body.questions.map(({ answer }) => {
      const { answeredAt: _at, ...given } = (answer ?? {}) as Record<string, unknown>;
      return given;
    });
  const ask = async (kind: string, words: string, more: object = {}): Promise<string> => {
    const plan = { audience: { type: 'tenant' }, frequency: 'weekly', isRequired: false, from: lastWeek };
    api.clock.now = new Date(Date.parse(api.clock.now) + 1_000).toISOString(); // they come in the order of their creation
    const body = { kind, text: { en: words }, ...plan, ...more };
    const answer = await acme.as('Ada').post<{ id: string }>('/questions', body);
    expect([answer.status, answer.body]).to.have.nested.property('[0]', 201);
    return answer.body.id;
  };
  const form = 'New question';
  const startAsking = async () => {
    await open('Questions');
    await click('New question');
    await until(`document.querySelector('form[aria-label="${form}"]')`);
  };
  /** Chooses an answer by the value of its control, in the form of this week or in that of an earlier one. */
  const answer = (questionId: string, chosen: string | number, within = 'section.card') =>
    value(`document.querySelector('${within} [name="answer ${questionId}"][value="${chosen}"]').click()`);
  const earlier = 'details[open]';
  let scale = '';

  it('asks a question as an admin, in two languages', async () => {
    await signIn('Ada');
    await startAsking();
    await select(form, 'kind', 'scale');
    await value(`[...document.querySelectorAll('form .check')].find((one) => one.innerText === 'German').click()`);
    await fillIn(form, 'text en', text);
    await fillIn(form, 'text de', 'Wie klar?');
    await fillIn(form, 'low en', 'Not <b>at all</b>');
    await fillIn(form, 'high en', 'Completely');
    await fillIn(form, 'points', '7');
    await fillIn(form, 'from', lastWeek);
    await value(`document.querySelector('form [name=isRequired]').click()`);
    await press(form);
    await shows('It is asked from the week of 9 November 2026 on.');
    await shows(text);
    await shows('Scale from 1 (Not <b>at all</b>) to 7 (Completely)');
    const [question] = await listed('Ada');
    expect(question).to.deep.include({
      kind: 'scale',
      text: { en: text, de: 'Wie klar?' },
      low: { en: 'Not <b>at all</b>' },
      high: { en: 'Completely' },
      points: 7,
      audience: { type: 'tenant' },
      frequency: 'weekly',
      isRequired: true,
      from: lastWeek,
    });
    scale = question?.id ?? '';
  });

  it('says next to what was sent why the API refuses it, and sends it once it is right', async () => {
    await signIn('Pia');
    await startAsking();
    await select(form, 'kind', 'choice');
    await fillIn(form, 'text en', 'Which?');
    await fillIn(form, 'options en', 'Tea\n\nCoffee, black\n');
    await select(form, 'audience', 'team');
    await fillIn(form, 'name', 'Nowhere');
    await fillIn(form, 'from', '2026-12-07');
    await press(form);
    await until(
      `document.querySelector('.checked:has([name=name]) .failure')?.innerText === 'There is no team "Nowhere".'`,
    );
    expect(await value(`document.querySelector('#error').innerText`)).to.equal('');
    expect(await fieldValue('[name="options en"]')).to.include('Coffee');
    await fillIn(form, 'name', 'Care');
    await fillIn(form, 'to', '2026-11-30');
    await press(form);
    await until(
      `document.querySelector('.checked:has([name=to]) .failure')?.innerText === 'to must not be before from.'`,
    );
    expect(await value(`document.querySelectorAll('.failure').length`)).to.equal(1);
    await fillIn(form, 'to', '2026-12-31');
    await press(form);
    await shows('It is asked from the week of 7 December 2026 on.');
    await shows('One of: Tea · Coffee, black');
    await shows('Asked the team Care, every week, from 7 December 2026 to 28 December 2026, by Pia.');
    forgetRefusals();
  });

  it('answers it as a person, as one writes, and submits the week', async () => {
    const several = await ask('choice', 'What helped?', {
      options: [{ en: 'Quiet' }, { en: 'Help' }, { en: 'Luck' }],
      isSeveral: true,
    });
    const yesNo = await ask('yes_no', 'Was it fair?');
    const words = await ask('text', 'What else?');
    await signIn('Cy');
    expect(await isOffered()).to.equal(false);
    await click('Last week');
    await until(`document.querySelector('form[aria-label="Week of 9 November 2026"] .questions')`);
    const legends = await value<string[]>(
      `[...document.querySelectorAll('details[open] .questions legend')].map((one) => one.innerText.trim())`,
    );
    expect(legends[0]).to.equal(`${text} required`);
    await answer(scale, 6, earlier);
    await shows('1 answer saved, 20 Nov');
    expect(await answersOf('Cy', lastWeek)).to.deep.equal([{ points: 6 }, {}, {}, {}]);
    for (const place of [0, 2]) await answer(several, place, earlier);
    await answer(yesNo, 'no', earlier);
    await value(`{ const field = document.querySelector('details[open] [name="answer ${words}"]');
      field.value = ${JSON.stringify(`Nothing ${text}`)}; field.dispatchEvent(new Event('change', { bubbles: true })); }`);
    await shows('4 answers saved');
    await untilTrue(
      () => answersOf('Cy', lastWeek),
      (found) =>
        JSON.stringify(found) ===
        JSON.stringify([{ points: 6 }, { choices: [0, 2] }, { yes: false }, { text: `Nothing ${text}` }]),
    );
    await signIn('Cy');
    await click('Last week');
    await until(`document.querySelector('details[open] [name="answer ${several}"][value="2"]:checked')`);
    await value(`document.querySelector('${earlier} [aria-label="Clear: Was it fair?"]').click()`);
    await shows('3 answers saved');
    await value(
      `document.querySelectorAll('details[open] .scales fieldset label:last-child input').forEach((one) => one.click())`,
    );
    await press('Week of 9 November 2026');
    await shows('Submitted. Your manager is notified.');
    expect(await answersOf('Cy', lastWeek)).to.deep.equal([
      { points: 6 },
      { choices: [0, 2] },
      {},
      { text: `Nothing ${text}` },
    ]);
  });

  it('reminds of a required question that has no answer, and accepts the week', async () => {
    await signIn('Dee');
    await choose([3, 3, 3]);
    await press(`Week of 16 November 2026`);
    await shows('Submitted. Your manager is notified. 1 required question has no answer yet.');
    await shows('You have not answered this question.');
  });

  it('changes an answer with the week, once others may read it', async () => {
    await signIn('Dee');
    await click('Edit the week of 16 November 2026');
    await until(`document.querySelector('form[aria-label="Edit the week of 16 November 2026"] .questions')`);
    await answer(scale, 2);
    expect(await answersOf('Dee', thisWeek)).to.deep.equal([{}, {}, {}, {}]);
    await press('Edit the week of 16 November 2026');
    await shows('Saved.');
    await shows('2 of 7');
    expect((await answersOf('Dee', thisWeek))[0]).to.deep.equal({ points: 2 });
  });

  it('keeps answers over the end of a token', async () => {
    await signIn('Eve');
    await endToken();
    await answer(scale, 5);
    await shows('Your session has ended');
    await click('Go on as Eve');
    await until(`!document.querySelector('dialog')`);
    await shows('1 answer saved');
    expect((await answersOf('Eve', thisWeek))[0]).to.deep.equal({ points: 5 });
  });

  it('drops a question that ended while it was answered, says why, and submits the rest', async () => {
    const gone = await ask('yes_no', 'Soon gone?', { audience: { type: 'team', name: 'Care' } });
    await signIn('Fay');
    await until(`document.querySelector('[name="answer ${gone}"]')`);
    await acme.as('Ada').delete(`/questions/${gone}`);
    await answer(gone, 'yes');
    await shows('The answers are not saved yet: Answer 1 is to a question that you are not asked in this week.');
    await until(`!document.querySelector('[name="answer ${gone}"]')`);
    forgetRefusals();
    await choose([4, 4, 4]);
    await press('Week of 16 November 2026');
    await shows('Submitted. Your manager is notified.');
  });

  it('shows the manager the answers, with the words that were answered', async () => {
    const changed = await acme.as('Ada').patch(`/questions/${scale}`, { text: { en: 'How clear is it now?' } });
    expect(changed.status).to.equal(200);
    await signIn('Bob');
    await open('My team');
    await goTo(`team/${lastWeek}`);
    await click('Cy');
    await shows('6 of 7 1: Not <b>at all</b>, 7: Completely');
    await shows(text);
    await shows(`Nothing ${text}`);
    await shows('Quiet');
    await hides('How clear is it now?');
    await goTo(`people/${acme.id('Cy')}/weeks`);
    await click('Last week');
    await shows('6 of 7');
    const { body } = await acme.as('Cy').get<{ items: { id: string }[] }>('/summaries?author=me');
    await goTo(`summaries/${body.items[0]?.id}`);
    await shows(`Nothing ${text}`);
    expect(await value(`document.querySelector('main img') === null`)).to.equal(true);
  });

  it('shows the report of a question, and counts its texts alone', async () => {
    await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.minimumGroup = 3');
    for (const [name, points] of [
      ['Dee', 6],
      ['Eve', 3],
      ['Fay', 6],
      ['Pia', 3],
    ] as const) {
      const answers = [{ questionId: scale, points }];
      expect((await acme.as(name).put(`/me/answers/${lastWeek}`, { answers })).status).to.equal(200);
      expect((await acme.as(name).post('/summaries', aSummary({ weekStart: lastWeek }))).status).to.equal(201);
    }
    await signIn('Pia');
    await open('Questions');
    await value(
      `[...document.querySelectorAll('a')].find(({ ariaLabel }) => ariaLabel === 'Results: How clear is it now?').click()`,
    );
    await isReady('How clear is it now?');
    await shows('answered: 4 of 7'); // Cy has answered other words
    await shows('mean of 1 to 7');
    const bars = await value<
      string[]
    >(`[...document.querySelectorAll('[aria-label="What was answered"] tbody tr')].map((one) =>
      [...one.cells].map(({ innerText }) => innerText.trim()).join(' | '))`);
    expect(bars).to.deep.equal([
      '1: Not <b>at all</b> | 0 % | 0',
      '2 | 0 % | 0',
      '3 | 50 % | 2',
      '4 | 0 % | 0',
      '5 | 0 % | 0',
      '6 | 50 % | 2',
      '7: Completely | 0 % | 0',
    ]);
    await shows('from the week of 9 November 2026 on');
    const texts = (await listed('Ada')).find(({ kind }) => kind === 'text');
    await goTo(`questions/${texts?.id}`);
    await shows('What else?');
    await shows('and only counted here');
    await hides('Nothing <img');
    await signIn('Bob');
    await goTo(`questions/${scale}`);
    await shows('answered: 2 of 3');
  });

  it('changes the words of a question', async () => {
    await signIn('Ada');
    await open('Questions');
    await click('Change: How clear is it now?');
    const label = 'Change: How clear is it now?';
    await until(`document.querySelector('form[aria-label="${label}"]')`);
    await fillIn(label, 'text en', 'How clear was it?');
    await fillIn(label, 'to', '2026-11-02');
    await press(label);
    await until(
      `document.querySelector('.checked:has([name=to]) .failure')?.innerText === 'to must not be before from.'`,
    );
    forgetRefusals();
    await fillIn(label, 'to', '2026-12-31');
    await press(label);
    await shows('Changed. Answers so far keep the words that they answered.');
    const found = (await listed('Ada')).find(({ id }) => id === scale);
    expect(found).to.deep.include({
      version: 3,
      text: { en: 'How clear was it?' },
      to: '2026-12-28',
      isRequired: true,
    });
  });

  it('asks before it ends a question, which is then among those that have ended', async () => {
    await signIn('Ada');
    await open('Questions');
    await click('End: How clear was it?');
    await shows('Ask it no more?');
    await click('Keep');
    expect((await listed('Ada', '?isOpen=false')).length).to.equal(0);
    await click('End: How clear was it?');
    await value(`document.querySelector('.asking .danger').click()`);
    await shows('The question has ended.');
    await hides('How clear was it?');
    await click('Ended');
    await shows('How clear was it?');
    await shows('Ended 20 November 2026');
    expect((await listed('Ada', '?isOpen=false')).map(({ id }) => id)).to.deep.equal([scale]);
  });

  it('is for managers once the company allows it: they ask those below them, and nobody else', async () => {
    await signIn('Bob');
    expect(await isOffered()).to.equal(false);
    await acme.as('Ada').patch('/admin/settings', { managersAsk: 'on' });
    await signIn('Bob');
    await startAsking();
    const offered = await value<string[]>(
      `[...document.querySelectorAll('form [name=audience] option')].map((one) => one.innerText)`,
    );
    expect(offered).to.deep.equal(['Everyone below me', 'Everyone below a person']);
    await fillIn(form, 'text en', 'What blocks you?');
    await select(form, 'audience', 'below');
    await pick('head', 'Fay');
    await press(form);
    await until(`document.querySelector('form .failure')?.innerText.startsWith('You are not')`);
    forgetRefusals();
    await select(form, 'audience', 'own');
    await press(form);
    await shows('It is asked from the week of 16 November 2026 on.');
    await shows('Asked everyone below Bob, every week, from 16 November 2026 on, by Bob.');
  });
}

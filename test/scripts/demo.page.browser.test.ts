// The page of the demo in a real browser: what people do on its screens.
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
  Fay [Care]`;
const text = '<img src=x onerror=alert(1)> & "so on"';

describeDemoPage('the page of the demo in a browser', drawing, test);

function test(demo: DemoPage): void {
  const {
    acme,
    value,
    until,
    shows,
    click,
    fill,
    type,
    fieldValue,
    fillIn,
    press,
    pick,
    search,
    choose,
    isReady,
    open,
    signIn,
    forgetRefusals,
    endToken,
  } = demo;

  it('submits a week and shows that it is not answered', async () => {
    await signIn('Cy');
    for (const name of ['proud', 'obstacles', 'learned', 'important']) await fill(name, `${name}: ${text}`);
    await choose([2, 3, 4]);
    await click('Submit');
    await shows('Your manager has not answered yet.');
    await shows(`proud: ${text}`);
    await shows(`learned: ${text}`);
    const { body } = await acme
      .as('Cy')
      .get<{ items: { weekStart: string; scores: object }[] }>('/summaries?author=me');
    expect(body.items.map(({ weekStart }) => weekStart)).to.deep.equal(['2026-11-16']);
    expect(Object.values(body.items[0]?.scores ?? {})).to.deep.equal([2, 3, 4]);
  });

  it('sends no week without its scores', async () => {
    await signIn('Dee');
    demo.page().requests.length = 0;
    await click('Submit');
    expect(await value(`document.querySelectorAll('fieldset:invalid').length`)).to.equal(3);
    await choose([1, 1, 1]);
    expect(await value(`document.querySelectorAll('fieldset:invalid').length`)).to.equal(0);
    const { body } = await acme.as('Dee').get<{ items: unknown[] }>('/summaries?author=me');
    expect(body.items).to.deep.equal([]);
    expect(demo.page().requests.filter((url) => !url.includes('/summary-drafts/'))).to.deep.equal([]);
  });

  const readDraft = (name: string) =>
    acme
      .as(name)
      .get<{ learned?: string; important?: string; scores?: object; code?: string }>('/summary-drafts/2026-11-16');

  it('keeps a draft as one writes, which is there again after the next sign-in, until it is discarded', async () => {
    await signIn('Eve');
    await type('learned', text);
    await shows('Draft saved, 20 Nov');
    await choose([4, 4, 2]);
    await until(`!document.querySelector('form :invalid')`);
    await signIn('Dee');
    expect(await fieldValue('form [name=learned]')).to.equal('');
    await signIn('Eve');
    expect(await fieldValue('form [name=learned]')).to.equal(text);
    expect(await fieldValue('[name=professionalWellbeing]:checked')).to.equal('2');
    const { body } = await readDraft('Eve');
    expect(body).to.deep.include({
      learned: text,
      scores: { qualityOfWork: 4, personalWellbeing: 4, professionalWellbeing: 2 },
    });
    await click('Discard the draft');
    await click('Discard');
    await shows('The draft is discarded.');
    expect(await fieldValue('form [name=learned]')).to.equal('');
    expect((await readDraft('Eve')).body.code).to.equal('DRAFT_NOT_FOUND');
  });

  it('keeps what another tab has written in other fields, and says so', async () => {
    await signIn('Eve');
    await type('learned', 'In this tab');
    await shows('Draft saved, 20 Nov');
    const other = { learned: 'In this tab', obstacles: 'In another tab', scores: { qualityOfWork: 3 } };
    expect((await acme.as('Eve').put('/summary-drafts/2026-11-16', other)).status).to.equal(200);
    await type('important', 'Again in this tab');
    await shows('with what you have written in another tab');
    const { body } = await untilTrue(
      () => readDraft('Eve'),
      ({ body: { important } }) => important !== undefined,
    );
    expect(body).to.deep.include({ ...other, important: 'Again in this tab' });
    await click('Discard the draft');
    await click('Discard');
    await shows('The draft is discarded.');
    forgetRefusals(); // the one by which it saw that another tab had saved
  });

  it('keeps the draft of an earlier week, and submits it', async () => {
    await signIn('Dee');
    await click('Week of 2 November 2026');
    const form = 'form[aria-label="Week of 2 November 2026"]';
    await until(`document.querySelector('${form}')`);
    await type('obstacles', 'The printer', form);
    await shows('Draft saved');
    await signIn('Dee');
    await click('Week of 2 November 2026');
    await until(`[...document.querySelectorAll('[name=obstacles]')].some(({ value }) => value === 'The printer')`);
    await value(
      `[...document.querySelectorAll('details[open] fieldset label:first-child input')].forEach((one) => one.click())`,
    );
    await press('Week of 2 November 2026');
    await shows('Submitted.');
    const { body } = await acme.as('Dee').get<{ items: { weekStart: string }[] }>('/summaries?author=me');
    expect(body.items.map(({ weekStart }) => weekStart)).to.deep.equal(['2026-11-02']);
  });

  const endsAndReturns = async (name: string) => {
    await shows('Your session has ended');
    expect(await value(`document.activeElement.closest('dialog') !== null`)).to.equal(true);
    await click(`Go on as ${name}`);
    await until(`!document.querySelector('dialog')`);
    await shows('You are signed in again.');
  };

  it('goes on in place when the token ends: what was written stands, and is submitted', async () => {
    await signIn('Fay');
    await choose([4, 4, 2]);
    await type('learned', text);
    await untilTrue(
      () => readDraft('Fay'),
      ({ body }) => body.learned === text,
    );
    await fill('obstacles', 'Not in the draft');
    await endToken();
    await click('Submit');
    await endsAndReturns('Fay');
    expect(await value(`document.querySelector('#error').innerText`)).to.equal('');
    expect(await fieldValue('form [name=obstacles]')).to.equal('Not in the draft');
    expect(await fieldValue('[name=professionalWellbeing]:checked')).to.equal('2');
    await click('Submit');
    await shows('Not in the draft');
    await shows('Your manager has not answered yet.');
  });

  it('saves the draft that the end of the token has refused, once its author is back', async () => {
    await signIn('Eve');
    await endToken();
    await type('learned', 'Kept after all');
    await endsAndReturns('Eve');
    await shows('Draft saved');
    expect((await readDraft('Eve')).body.learned).to.equal('Kept after all');
  });

  it('shows what was written to its author alone, when somebody else signs in instead', async () => {
    await signIn('Eve');
    await fill('learned', text);
    await endToken();
    await type('obstacles', 'A secret');
    await shows('Your session has ended');
    await click('Sign in as somebody else');
    await click('Dee');
    await isReady('My week');
    expect(await fieldValue('form [name=learned]')).to.equal('');
    expect(JSON.stringify((await readDraft('Dee')).body)).to.not.include('A secret');
  });

  it('keeps what was written in a form that a click has opened, such as an edit', async () => {
    await signIn('Cy');
    await click('Edit the week of');
    await until(`document.querySelector('[name=qualityOfWork]:checked')?.value === '2'`);
    await fill('learned', 'Not lost');
    await endToken();
    await click('Save');
    await endsAndReturns('Cy');
    expect(await fieldValue('form [name=learned]')).to.equal('Not lost');
    await click('Cancel');
  });

  it('edits a week', async () => {
    await signIn('Cy');
    await click('Edit the week of');
    await until(`document.querySelector('[name=qualityOfWork]:checked')?.value === '2'`);
    await choose([5, 3, 4]);
    await fill('learned', 'Patience & care');
    await click('Save');
    await shows('Patience & care');
    const { body } = await acme.as('Cy').get<{ items: { scores: object }[] }>('/summaries?author=me');
    expect(Object.values(body.items[0]?.scores ?? {})).to.deep.equal([5, 3, 4]);
  });

  it('asks nothing more for a screen whose reader has signed out meanwhile', async () => {
    await signIn('Cy');
    await open('My board');
    await value(`{ const real = window.fetch; window.fetch = async (request, ...more) => {
      const answer = await real(request, ...more);
      if (request.url?.includes('/v1/summaries?')) {
        window.fetch = real;
        await new Promise((resolve) => { window.answered = resolve; });
      }
      return answer;
    }; }`);
    await click('My week');
    await until(`window.answered !== undefined`);
    await click('Sign out');
    await value(`void window.answered()`);
    await signIn('Bob'); // after each test: no request was refused
  });

  it('answers the summary of a direct report, who sees the answer', async () => {
    await signIn('Bob');
    await open('My team');
    await click('16 Nov');
    await shows('This week: 1 of 2 people checked in');
    await shows('Not written');
    await click('Cy');
    await until(`document.querySelector('form [name=body]')`);
    await fill('body', `Well done & ${text}`);
    await click('Answer');
    await shows('Cy is notified of your answer.');
    await until(`!document.querySelector('form [name=body]')`);
    await signIn('Cy');
    await shows(`Well done & ${text}`);
    await shows('Bob, ');
  });

  it('shows an earlier week on request', async () => {
    await acme.as('Eve').post('/summaries', aSummary({ weekStart: '2026-11-09', learned: 'Patience.' }));
    await signIn('Eve');
    await click('Last week');
    await shows('Patience.');
  });

  it('creates, moves and completes a goal', async () => {
    await signIn('Cy');
    await open('My board');
    await click('New goal');
    await fill('title', `Goal ${text}`);
    await click('Create');
    await click('Move to next week: Goal');
    await shows('moved.');
    for (const state of ['completed', 'active', 'completed']) {
      await click('Goal');
      await shows(`${text}: ${state}.`);
    }
    const { body } = await acme.as('Cy').get<{ next: { professional: unknown[] } }>('/goals/board');
    expect(body.next.professional).to.have.length(1);
    expect(body.next.professional[0]).to.include({ title: `Goal ${text}`, status: 'completed' });
  });

  it('repeats a write whose answer was lost, and makes it once', async () => {
    await signIn('Dee');
    await open('My board');
    await click('New goal');
    await value(`void (window.fetch = ((real) => async (request) => {
      const answer = await real(request);
      if (request.method !== 'POST') return answer;
      window.fetch = real;
      throw new TypeError('The answer was lost.');
    })(window.fetch))`);
    await fill('title', 'Once');
    await click('Create');
    await shows('Goal created.');
    const { body } = await acme.as('Dee').get<{ this: { professional: { title: string }[] } }>('/goals/board');
    expect(body.this.professional.map(({ title }) => title)).to.deep.equal(['Once']);
  });

  it('shows the message of a refusal beside its field', async () => {
    await signIn('Cy');
    await open('My board');
    await click('New goal');
    await fill('title', ' ');
    await click('Create');
    await until(`document.querySelector('label:has([name=title]) + .refused')?.innerText.includes('title')`);
    expect(await value(`document.querySelector('#error').innerText`)).to.equal('');
    forgetRefusals();
    await fill('title', 'Another');
    await click('Create');
    await shows('Goal created.');
    expect(await value(`document.querySelector('#error').innerText`)).to.equal('');
  });

  it('draws the org chart as a tree that opens and closes', async () => {
    await signIn('Ada');
    await open('Org chart');
    const visible = () =>
      value<string[]>(`[...document.querySelectorAll('.tree b')].filter((one) => one.checkVisibility())
        .map((one) => one.innerText)`);
    expect(await visible()).to.have.members(['Ada', 'Bob', 'Cy', 'Dee', 'Fay']);
    await click('Open all');
    expect(await visible()).to.have.members(['Ada', 'Bob', 'Cy', 'Dee', 'Eve', 'Fay']);
    await click('Below Bob');
    expect(await visible()).to.have.members(['Ada', 'Bob', 'Fay']);
    await click('Close all');
    expect(await visible()).to.deep.equal(['Ada']);
    await search('ÉVE');
    await shows('1 person found');
    expect(await visible()).to.have.members(['Ada', 'Bob', 'Dee', 'Eve']);
  });

  it('lists notifications and marks them as read', async () => {
    await acme.statement(
      `MATCH (u:User {tenantId: $tenantId, id: $userId}) UNWIND range(1, 25) AS i
       CREATE (u)-[:RECEIVED]->(n:Notification {tenantId: $tenantId, id: randomUUID(), userId: $userId, eventId: randomUUID(),
         type: 'announcement', title: 'Notice ' + i, text: 'Text', unread: true, payload: '{}',
         createdAt: datetime('2026-11-20T09:00:00Z') - duration({minutes: i})})
       SET n:$($label)`,
      { label: `T_${acme.tenantId.replaceAll('-', '')}`, userId: acme.id('Fay') },
    );
    await signIn('Fay');
    await until(`document.querySelector('[href="#/notifications"] .waiting')?.innerText.startsWith('25')`);
    await open('Notifications');
    expect(await value(`document.querySelectorAll('.rows > li').length`)).to.equal(20);
    await click('Show more');
    await until(`document.querySelectorAll('.rows > li').length === 25`);
    await click('Mark as read: Notice 1');
    await until(`document.querySelector('[href="#/notifications"] .waiting')?.innerText.startsWith('24')`);
    await click('Mark all as read');
    await until(`!document.querySelector('[href="#/notifications"] .waiting')`);
  });

  it('nominates a person and a team of two', async () => {
    await signIn('Dee');
    await open('Nominations');
    await pick('nominee', 'Eve');
    await fillIn('Nominate a person', 'reason', `For ${text}`);
    await press('Nominate a person');
    await shows('You have nominated a person this month.');
    await shows(`For ${text}`);
    for (const name of ['Cy', 'Eve']) {
      await pick('member', name);
      await until(`document.querySelector('.chips')?.innerText.includes(${JSON.stringify(name)})`);
    }
    await fillIn('Nominate a team', 'teamName', 'Sales desk');
    await fillIn('Nominate a team', 'reason', 'They held out.');
    await press('Nominate a team');
    await shows('Cy, Eve');
    const { body } = await acme
      .as('Dee')
      .get<{ items: { teamName?: string; nominees: { name: string }[] }[] }>('/mvp/nominations/mine');
    const told = body.items.map(({ teamName, nominees }) => [teamName, ...nominees.map(({ name }) => name)]);
    expect(told).to.have.deep.members([
      ['Sales desk', 'Cy', 'Eve'],
      [undefined, 'Eve'],
    ]);
  });

  it('applies a plan and undoes it', async () => {
    const managerOf = async (name: string) =>
      (await acme.as('Ada').get<{ managerId: string }>(`/users/${acme.id(name)}`)).body.managerId;
    await signIn('Ada');
    await open('Plans');
    await click('New plan');
    await fill('name', 'Eve to Care');
    await pick('user 0', 'Eve');
    await pick('manager 0', 'Fay');
    await press('New plan');
    await isReady('Eve to Care');
    expect(await managerOf('Eve')).to.equal(acme.id('Dee'));
    await click('Apply now');
    await click('Keep');
    await click('Apply now');
    await shows('Move 1 person now?');
    await click('Apply now');
    await shows('Eve to Care is applied.');
    expect(await managerOf('Eve')).to.equal(acme.id('Fay'));
    await click('Undo');
    await shows('Return everyone to their former manager?');
    await click('Undo');
    await shows('Everyone is back.');
    expect(await managerOf('Eve')).to.equal(acme.id('Dee'));
  });

  it('opens what a mail links to, after the sign-in', async () => {
    const { body } = await acme.as('Eve').get<{ items: { id: string }[] }>('/summaries?author=me');
    await click('Sign out');
    await value(`location.hash = '#/summaries/${body.items[0]?.id}'`);
    await click('Dee');
    await isReady('Check-in of Eve');
    await shows('Patience.');
    expect(await value(`document.querySelector('form [name=body]') !== null`)).to.equal(true);
  });

  it('says when the service cannot be reached, and tries again', async () => {
    await signIn('Fay');
    await open('People');
    await open('My week');
    await demo.page().send('Network.emulateNetworkConditions', {
      offline: true,
      latency: 0,
      downloadThroughput: 0,
      uploadThroughput: 0,
    });
    await click('People');
    await shows('The service cannot be reached.');
    forgetRefusals();
    await demo.page().send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await click('Try again');
    await shows('Eve');
  });

  it('asks to sign in again when the token is refused', async () => {
    await signIn('Eve');
    await acme.statement('MATCH (u:User {tenantId: $tenantId, id: $userId}) SET u.active = false', {
      userId: acme.id('Eve'),
    });
    await click('My board');
    await click('Go on as Eve');
    await until(
      `document.querySelector('dialog [role=alert]')?.innerText.includes('Your session has ended. Sign in again.')`,
    );
    await click('Sign in as somebody else');
    await until(`document.querySelector('h1').innerText === 'Sign in'`);
    forgetRefusals();
  });
}

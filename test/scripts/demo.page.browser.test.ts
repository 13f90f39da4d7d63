// The page of the demo in a real browser: what people do on its screens.
import { expect } from 'chai';
import { addPage, pagePath, type PageCompany } from '../../scripts/tools/demo/page-routes.ts';
import { findBrowser, startBrowser, type Browser, type Page } from '../support/browser.ts';
import { sharedCompany } from '../support/company.ts';
import { aSummary } from '../support/samples.ts';
import { service } from '../support/service.ts';

const drawing = `
Ada [Board] (admin)
  Bob [Sales]
    Cy [Sales]
    Dee [Sales]
      Eve [Sales]
  Fay [Care]`;
const text = '<img src=x onerror=alert(1)> & "so on"';

const program = findBrowser();
if (program) describe('the page of the demo in a browser', () => test(program));
else
  console.log(
    '    The page of the demo is not opened: this machine has no chromium (Debian: chromium-headless-shell).',
  );

function test(program: string): void {
  const companies: PageCompany[] = [];
  const api = service(undefined, undefined, addPage(companies));
  const acme = sharedCompany(api, drawing.trim());
  let browser: Browser;
  let page: Page;

  before(async () => {
    const people = acme.people.map(({ name, email }) => ({ name, email }) as PageCompany['people'][number]);
    const showcase = people.map(({ email }) => ({ email, role: 'employee' }));
    companies.push({ slug: acme.tenantId, name: 'Acme', people, showcase });
    browser = startBrowser(program);
    page = await browser.open(api.url + pagePath);
  });
  after(() => browser?.close());
  afterEach('nothing is wrong on the console, and nothing is asked for elsewhere', () => {
    expect(page.said).to.deep.equal([]);
    for (const url of page.requests)
      expect(url.startsWith(`${api.url}/`) || url.startsWith('data:'), url).to.equal(true);
  });

  /** Waits in the page until the expression is truthy; reports what is shown if that does not happen. */
  const until = async (expression: string): Promise<void> => {
    const shown = await page.value<string>(`new Promise((resolve) => {
      const began = Date.now();
      const look = () => {
        if (${expression}) return resolve('');
        if (Date.now() - began > 10000) return resolve(document.body.innerText);
        setTimeout(look, 20);
      };
      look();
    })`);
    if (shown) throw new Error(`${expression} did not become true. The page shows:\n${shown}`);
  };
  const shows = (part: string) => until(`document.body.innerText.includes(${JSON.stringify(part)})`);
  /** Clicks the button, link or row with this name. */
  const click = async (name: string) => {
    const find = `[...document.querySelectorAll('button, nav a, summary, .goal label')].find((one) =>
      !one.closest('[hidden]') && [one.ariaLabel ?? one.innerText, one.querySelector('b')?.innerText]
        .some((text) => text?.trim().startsWith(${JSON.stringify(name)})))`;
    await until(find);
    await page.value(`${find}.click()`);
  };
  /** Fills a field of a form by its name. */
  const fill = (name: string, value: string) =>
    page.value(`document.querySelector('form [name=${name}]').value = ${JSON.stringify(value)}`);
  const fillIn = (label: string, name: string, value: string) =>
    page.value(`document.querySelector('form[aria-label="${label}"] [name=${name}]').value = ${JSON.stringify(value)}`);
  const press = (label: string) =>
    page.value(`document.querySelector('form[aria-label="${label}"] > .actions button').click()`);
  /** Chooses a person in a field by what is typed. */
  const pick = async (key: string, name: string) => {
    const list = key.replaceAll(' ', '-') + '-list';
    await page.value(`{ const field = document.querySelector('#${list}-input');
      field.value = ${JSON.stringify(name)}; field.dispatchEvent(new Event('input')); }`);
    await until(`document.querySelector('#${list} [role=option]')?.innerText.includes(${JSON.stringify(name)})`);
    await page.value(`document.querySelector('#${list}-input')
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))`);
    await until(`!document.querySelector('#${list} [role=option]')`);
  };
  /** Types into the search of a screen. */
  const search = (value: string) =>
    page.value(`{ const field = document.querySelector('[type=search]');
      field.value = ${JSON.stringify(value)}; field.dispatchEvent(new Event('input')); }`);
  const scores = ['qualityOfWork', 'personalWellbeing', 'professionalWellbeing'];
  const choose = (values: number[]) =>
    page.value(`${JSON.stringify(scores)}.forEach((name, index) =>
      document.querySelector('[name=' + name + '][value="' + ${JSON.stringify(values)}[index] + '"]').click())`);
  const isReady = (title: string) =>
    until(`document.querySelector('h1')?.innerText === ${JSON.stringify(title)} &&
      document.querySelector('main').ariaBusy === 'false'`);
  const open = async (title: string) => {
    await click(title);
    await isReady(title);
  };
  const signIn = async (name: string) => {
    if (await page.value(`document.querySelector('#caller') !== null`)) await click('Sign out');
    await click(`${name}, employee`);
    await until(`document.querySelector('#caller')?.innerText.includes(${JSON.stringify(name)})`);
    await isReady('My week');
  };

  it('submits a week and shows that it is not answered', async () => {
    await signIn('Cy');
    for (const name of ['proud', 'obstacles', 'learned', 'important']) await fill(name, `${name}: ${text}`);
    await choose([2, 3, 4]);
    await click('Submit');
    await shows('Not answered yet.');
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
    page.requests.length = 0;
    await click('Submit');
    expect(await page.value(`document.querySelectorAll('fieldset:invalid').length`)).to.equal(3);
    await choose([1, 1, 1]);
    expect(await page.value(`document.querySelectorAll('fieldset:invalid').length`)).to.equal(0);
    const { body } = await acme.as('Dee').get<{ items: unknown[] }>('/summaries?author=me');
    expect(body.items).to.deep.equal([]);
    expect(page.requests).to.deep.equal([]);
  });

  /** The next request that changes something is answered as after the end of the token. */
  const endToken = () =>
    page.value(`{ const real = window.fetch; window.fetch = (request, ...more) => {
      if (request.method === 'GET') return real(request, ...more);
      window.fetch = real;
      const body = JSON.stringify({ code: 'UNAUTHENTICATED', message: 'The token has expired.' });
      return Promise.resolve(new Response(body, { status: 401, headers: { 'content-type': 'application/json' } }));
    }; }`);
  const valueOf = (selector: string) => page.value<string>(`document.querySelector('${selector}')?.value ?? ''`);

  it('keeps what was written when the token ends, for its author alone', async () => {
    await signIn('Eve');
    await choose([4, 4, 2]);
    await fill('learned', text);
    await endToken();
    await click('Submit');
    await shows('The token has expired.');
    await click('Eve, employee');
    await isReady('My week');
    expect(await valueOf('form [name=learned]')).to.equal(text);
    expect(await valueOf('[name=professionalWellbeing]:checked')).to.equal('2');
    await endToken();
    await click('Submit');
    await shows('The token has expired.');
    await click('Dee, employee');
    await isReady('My week');
    expect(await valueOf('form [name=learned]')).to.equal('');
    await signIn('Eve');
    expect(await valueOf('form [name=learned]')).to.equal('');
  });

  it('keeps what was written in a form that a click opens, such as an edit', async () => {
    await signIn('Cy');
    await click('Edit the week of');
    await until(`document.querySelector('[name=qualityOfWork]:checked')?.value === '2'`);
    await fill('learned', 'Not lost');
    await endToken();
    await click('Save');
    await shows('The token has expired.');
    await click('Cy, employee');
    await isReady('My week');
    await click('Edit the week of');
    await until(`document.querySelector('form [name=learned]')?.value === 'Not lost'`);
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

  it('answers the summary of a direct report, who sees the answer', async () => {
    await signIn('Bob');
    await open('My team');
    await click('16 Nov');
    await shows('This week: 1 of 2 people checked in');
    await shows('Missing');
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
    await page.value(`void (window.fetch = ((real) => async (request) => {
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

  it('shows the message of a refusal', async () => {
    await signIn('Cy');
    await open('My board');
    await click('New goal');
    await fill('title', ' ');
    await click('Create');
    await until(`document.querySelector('#error').innerText.includes('(400 VALIDATION_ERROR)')`);
    page.said.length = 0; // the browser logs each answer of 400
    await fill('title', 'Another');
    await click('Create');
    await shows('Goal created.');
    expect(await page.value(`document.querySelector('#error').innerText`)).to.equal('');
  });

  it('draws the org chart as a tree that opens and closes', async () => {
    await signIn('Ada');
    await open('Org chart');
    const visible = () =>
      page.value<string[]>(`[...document.querySelectorAll('.tree b')].filter((one) => one.checkVisibility())
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
    expect(await page.value(`document.querySelectorAll('.rows > li').length`)).to.equal(20);
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
    await page.value(`location.hash = '#/summaries/${body.items[0]?.id}'`);
    await click('Dee, employee');
    await isReady('Check-in of Eve');
    await shows('Patience.');
    expect(await page.value(`document.querySelector('form [name=body]') !== null`)).to.equal(true);
  });

  it('says when the service cannot be reached, and tries again', async () => {
    await signIn('Fay');
    await page.send('Network.emulateNetworkConditions', {
      offline: true,
      latency: 0,
      downloadThroughput: 0,
      uploadThroughput: 0,
    });
    await click('People');
    await shows('The service cannot be reached.');
    page.said.length = 0; // the browser logs each request that fails
    await page.send('Network.emulateNetworkConditions', {
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
    await until(`document.querySelector('h1').innerText === 'Sign in'`);
    await until(`document.querySelector('#error').innerText.includes('(401 UNAUTHENTICATED)')`);
    page.said.length = 0; // the browser logs each answer of 401
  });
}

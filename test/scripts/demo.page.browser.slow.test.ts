// The page of the demo in a real browser: each screen is used once, in light and dark, on a wide and a narrow window.
import { expect } from 'chai';
import { addPage, pagePath, type PageCompany } from '../../scripts/tools/demo/page-routes.ts';
import { findBrowser, startBrowser, type Browser, type Page } from '../support/browser.ts';
import { company, type Company } from '../support/company.ts';
import { aSummary } from '../support/samples.ts';
import { service } from '../support/service.ts';

const drawing = `
Ada [Board]
  Bob [Sales]
    Cy [Sales]
    Dee [Sales]
      Eve [Sales]
  Fay [Care]`;
/** Who has something on which screen at the end. */
const visits = { Cy: ['My week', 'My board'], Ada: ['My team', 'Org chart'], Fay: ['Notifications'] };
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
  let acme: Company;
  let browser: Browser;
  let page: Page;

  before(async () => {
    acme = await company(api, drawing.trim());
    const people = acme.people.map(({ name, email }) => ({ name, email }) as PageCompany['people'][number]);
    const showcase = people.map(({ email }) => ({ email, role: 'employee' }));
    companies.push({ slug: acme.tenantId, name: 'Acme', people, showcase });
    browser = startBrowser(program);
    page = await browser.open(api.url + pagePath);
  });
  after(() => browser?.close());
  afterEach('nothing is wrong on the console, and nothing is asked for elsewhere', () => {
    expect(page.said).to.deep.equal([]);
    for (const url of page.requests) expect(url.startsWith(`${api.url}/`), url).to.equal(true);
  });

  /** Waits in the page until the expression is truthy; reports what is shown if that does not happen. */
  const until = async (expression: string): Promise<void> => {
    const shown = await page.value<string>(`new Promise((resolve) => {
      const began = Date.now();
      const look = () => {
        if (${expression}) return resolve('');
        if (Date.now() - began > 10000) return resolve(document.body.innerText);
        requestAnimationFrame(look);
      };
      look();
    })`);
    if (shown) throw new Error(`${expression} did not become true. The page shows:\n${shown}`);
  };
  const shows = (part: string) => until(`document.body.innerText.includes(${JSON.stringify(part)})`);
  /** Clicks the button, link or row with this name. */
  const click = async (name: string) => {
    const find = `[...document.querySelectorAll('button, nav a, summary')].find((one) =>
      !one.closest('[hidden]') && (one.ariaLabel ?? one.innerText).trim().startsWith(${JSON.stringify(name)}))`;
    await until(find);
    await page.value(`${find}.click()`);
  };
  /** Fills a field of a form by its name. */
  const fill = (name: string, value: string) =>
    page.value(`document.querySelector('form [name=${name}]').value = ${JSON.stringify(value)}`);
  const open = async (title: string) => {
    await click(title);
    await until(`document.querySelector('h1')?.innerText === ${JSON.stringify(title)}`);
  };
  const signIn = async (name: string) => {
    if (await page.value(`!document.querySelector('#caller').hidden`)) await click('Sign out');
    await click(`${name}, employee`);
    await until(`document.querySelector('#caller').innerText.startsWith(${JSON.stringify(name)})`);
    await until(`document.querySelector('h1')?.innerText === 'My week'`);
  };

  it('submits a week and shows that it is not answered', async () => {
    await signIn('Cy');
    for (const name of ['proud', 'obstacles', 'learned', 'important']) await fill(name, `${name}: ${text}`);
    await fill('qualityOfWork', '2');
    await click('Submit');
    await shows('Not answered yet.');
    await shows(`proud: ${text}`);
    await shows(`learned: ${text}`);
    await shows('2 of 5');
    const { body } = await acme.as('Cy').get<{ items: { weekStart: string }[] }>('/summaries?author=me');
    expect(body.items.map(({ weekStart }) => weekStart)).to.deep.equal(['2026-11-16']);
  });

  it('answers the summary of a direct report, who sees the answer', async () => {
    await signIn('Bob');
    await open('My team');
    await shows('Dee');
    await click('Cy: Week of');
    await until(`document.querySelector('form [name=body]')`);
    await fill('body', `Well done & ${text}`);
    await click('Answer');
    await shows('Every summary of your direct reports is answered.');
    await signIn('Cy');
    await shows(`Well done & ${text}`);
    await shows('Bob, ');
  });

  it('shows an earlier week on request', async () => {
    await acme.as('Eve').post('/summaries', aSummary({ weekStart: '2026-11-09', learned: 'Patience.' }));
    await signIn('Eve');
    await click('Week of');
    await shows('Patience.');
  });

  it('creates, moves and completes a goal', async () => {
    await signIn('Cy');
    await open('My board');
    await fill('title', `Goal ${text}`);
    await click('Create');
    await click('Move to next week: Goal');
    await click('Complete: Goal');
    await click('Reopen: Goal');
    await click('Complete: Goal');
    await shows(`✓ Goal ${text}`);
    const { body } = await acme.as('Cy').get<{ next: { professional: unknown[] } }>('/goals/board');
    expect(body.next.professional).to.have.length(1);
    expect(body.next.professional[0]).to.include({ title: `Goal ${text}`, status: 'completed' });
  });

  it('repeats a write whose answer was lost, and makes it once', async () => {
    await signIn('Dee');
    await open('My board');
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
    await click('Bob');
    expect(await visible()).to.have.members(['Ada', 'Bob', 'Fay']);
    await click('Close all');
    expect(await visible()).to.deep.equal(['Ada']);
  });

  it('lists notifications and marks them as read', async () => {
    await api.graph.statement(
      `MATCH (u:User {tenantId: $tenantId, id: $userId}) UNWIND range(1, 25) AS i
       CREATE (u)-[:RECEIVED]->(n:Notification {tenantId: $tenantId, id: randomUUID(), userId: $userId, eventId: randomUUID(),
         type: 'announcement', title: 'Notice ' + i, text: 'Text', unread: true, payload: '{}',
         createdAt: datetime('2026-11-20T09:00:00Z') - duration({minutes: i})})
       SET n:$($label)`,
      { tenantId: acme.tenantId, label: `T_${acme.tenantId.replaceAll('-', '')}`, userId: acme.id('Fay') },
    );
    await signIn('Fay');
    await until(`document.querySelector('.unread').innerText === '25'`);
    await open('Notifications');
    expect(await page.value(`document.querySelectorAll('.rows > li').length`)).to.equal(20);
    await click('More');
    await until(`document.querySelectorAll('.rows > li').length === 25`);
    await click('Mark as read: Notice 1');
    await until(`document.querySelector('.unread').innerText === '24'`);
    await click('Mark all as read');
    await until(`document.querySelector('.unread').innerText === ''`);
  });

  for (const scheme of ['light', 'dark']) {
    it(`is readable in ${scheme} mode, and fits a window of 390 px`, async () => {
      await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
      await page.send('Emulation.setDeviceMetricsOverride', {
        ...{ width: 390, height: 844, deviceScaleFactor: 1, mobile: true },
      });
      for (const [name, titles] of Object.entries(visits)) {
        await signIn(name);
        for (const title of titles) {
          await open(title);
          if (title === 'Org chart') await click('Open all');
          expect(await page.value(`document.documentElement.scrollWidth`), title).to.be.at.most(390);
          expect(await page.value<number>(smallestContrast), title).to.be.at.least(4.5);
          expect(await page.value(unnamedControls), title).to.deep.equal([]);
        }
      }
    });
  }

  it('asks to sign in again when the token is refused', async () => {
    await signIn('Eve');
    await api.graph.statement('MATCH (u:User {tenantId: $tenantId, id: $userId}) SET u.active = false', {
      tenantId: acme.tenantId,
      userId: acme.id('Eve'),
    });
    await click('My board');
    await until(`document.querySelector('h1').innerText === 'Sign in'`);
    await until(`document.querySelector('#error').innerText.includes('(401 UNAUTHENTICATED)')`);
    page.said.length = 0; // the browser logs each answer of 401
  });
}

/** The smallest contrast of any text in the page with what is behind it (WCAG 2). */
const smallestContrast = `(() => {
  const read = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = read(color).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = getComputedStyle(one).backgroundColor;
      if (read(color)[3] !== 0) return color;
    }
  };
  const texts = [...document.body.querySelectorAll('*')].filter((element) =>
    element.checkVisibility() && !element.disabled && !element.closest('[aria-busy]') &&
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
  return Math.min(...texts.map((element) => {
    const [low, high] = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }));
})()`;

/** Controls without an accessible name. */
const unnamedControls = `[...document.querySelectorAll('button, input, select, textarea, a, form')]
  .filter((one) => !(one.ariaLabel || one.labels?.[0]?.innerText || one.innerText).trim()).map((one) => one.outerHTML)`;

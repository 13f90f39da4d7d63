// Every screen of the page of the demo for each role: accessible, quiet, within the window, and made of few requests.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { addPage, pagePath, type PageCompany } from '../../scripts/tools/demo/page-routes.ts';
import { findBrowser, startBrowser, type Browser, type Page } from '../support/browser.ts';
import { casesOf } from '../support/cases.ts';
import { sharedCompany } from '../support/company.ts';
import { isMissingDraft } from '../support/demo-page.ts';
import { aSummary } from '../support/samples.ts';
import { service } from '../support/service.ts';

const drawing = `
Ada [Board] (admin)
  Pia [People] (people_team)
  Bob [Sales]
    Cy [Sales]
    Dee [Sales]`;
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const own = ['week', 'board', 'nominations', 'notifications', 'times', 'people', 'people/{Cy}'];
const views = ['weeks', 'board', 'profile', 'line', 'away'].map((view) => `people/{Cy}/${view}`);
const reports = ['digest', 'check-ins', 'response-times', 'trends', 'goals', 'organisation'].map(
  (id) => `reports/${id}`,
);
/** The screens of each role. Names in braces stand for ids. */
const screens = {
  Cy: [...own, ...views, 'people/{Dee}', 'summaries/{summary}'],
  Bob: [...own, ...views, 'team', 'team/2026-11-16', 'chart', ...reports, 'summaries/{summary}'],
  Pia: [...own, ...views, 'chart', ...reports, 'reports/nominations'],
  Ada: [...own, 'people/{Bob}/deputies', 'chart', 'plans', 'plans/{plan}', 'imports', 'audit', 'company', 'settings'],
};
const maxRequests = 3;
const maxRequestsOfPerson = 4;

const program = findBrowser();
if (program) describe('the screens of the page of the demo', () => test(program));
else console.log('    The screens of the demo are not opened: this machine has no chromium.');

function test(program: string): void {
  const companies: PageCompany[] = [];
  const api = service(undefined, undefined, addPage(companies));
  const ids: Record<string, string> = {};
  const acme = sharedCompany(api, drawing.trim());
  let browser: Browser;
  let page: Page;

  before(async () => {
    const people = acme.people.map(({ name, email }) => ({ name, email }) as PageCompany['people'][number]);
    const showcase = people.map(({ email }) => ({ email, role: 'employee' }));
    companies.push({ slug: acme.tenantId, name: 'Acme', people, showcase });
    for (const { name } of people) ids[name] = acme.id(name);
    for (const [name, weekStart] of [
      ['Cy', '2026-11-09'],
      ['Cy', '2026-11-16'],
      ['Dee', '2026-11-09'],
    ] as const) {
      const { body } = await acme.as(name).post<{ id: string }>('/summaries', aSummary({ weekStart }));
      ids['summary'] = body.id;
    }
    ids['summary'] =
      (await acme.as('Cy').get<{ items: { id: string }[] }>('/summaries?author=me')).body.items[0]?.id ?? '';
    await acme.as('Bob').post(`/summaries/${ids['summary']}/response`, { body: '<p>Well done.</p>' });
    for (const targetWeek of ['this', 'next'])
      await acme.as('Cy').post('/goals', { title: 'Write', description: 'A page', type: 'personal', targetWeek });
    await acme.as('Cy').post('/mvp/nominations/individual', { nomineeUserId: ids['Dee'], reason: 'Calm.' });
    const moves = [{ userId: ids['Dee'], managerId: ids['Pia'] }];
    const { body } = await acme.as('Ada').post<{ id: string }>('/admin/org-plans', { name: 'Sales splits', moves });
    ids['plan'] = body.id;
    browser = startBrowser(program);
    page = await browser.open(api.url + pagePath);
  });
  after(() => browser?.close());

  const until = (expression: string) =>
    page.value<boolean>(`new Promise((resolve) => {
      const began = Date.now();
      const look = () => {
        if (${expression}) return resolve(true);
        if (Date.now() - began > 10000) return resolve(false);
        requestAnimationFrame(look);
      };
      look();
    })`);
  const click = async (name: string): Promise<void> => {
    const find = `[...document.querySelectorAll('button')].find((one) =>
      (one.querySelector('b') ?? one).innerText.trim().startsWith(${JSON.stringify(name)}))`;
    expect(await until(find), name).to.equal(true);
    await page.value(`${find}.click()`);
  };
  /** Opens a screen, and waits until it has read what it shows. */
  const open = async (address: string): Promise<void> => {
    await page.value(`location.hash = '#/${address}'`);
    await until(`location.hash === '#/${address}'`);
    await page.value('new Promise((done) => setTimeout(done))'); // the page hears of the new address
    expect(await until(`document.querySelector('main')?.ariaBusy === 'false'`), address).to.equal(true);
  };
  const check = async (what: string): Promise<void> => {
    const found = await page.value<
      string[]
    >(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
    expect(found, what).to.deep.equal([]);
  };
  const setWindow = (width: number) =>
    page.send('Emulation.setDeviceMetricsOverride', {
      width,
      height: 900,
      deviceScaleFactor: 1,
      mobile: width < 500,
    });
  const setScheme = (value: string) =>
    page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });

  const { Cy, ...others } = screens;
  for (const [name, addresses] of Object.entries(casesOf<Record<string, string[]>>(import.meta, { Cy }, others))) {
    it(`are accessible to ${name}, on a wide and a narrow window, in light and dark by turns`, async () => {
      await page.value(axe);
      await setWindow(1440);
      await page.value(
        `document.querySelector('#caller') && [...document.querySelectorAll('#caller button')][0].click()`,
      );
      await click(`${name}`);
      expect(await until(`document.querySelector('#caller')?.innerText.includes('${name}')`)).to.equal(true);
      for (const [at, pattern] of addresses.entries()) {
        const address = pattern.replace(/\{(\w+)\}/, (_all, key: string) => ids[key] ?? '');
        await setWindow(1440);
        page.requests.length = 0;
        await open(address);
        const isPerson = address.startsWith('people/');
        const what = `${pattern} for ${name}`;
        expect(page.requests.length, what).to.be.at.most(isPerson ? maxRequestsOfPerson : maxRequests);
        expect(await page.value(`document.querySelector('.failure')?.innerText`), what).to.equal(undefined);
        await page.value(`document.querySelector('main summary')?.click()`); // forms and texts are behind it
        await until(`document.querySelector('main').innerText.includes('Loading…') === false`);
        for (const [turn, width] of [1440, 390].entries()) {
          const scheme = ['light', 'dark'][(at + turn) % 2] ?? ''; // the other way round on the next screen
          await setScheme(scheme);
          await setWindow(width);
          await check(`${what}, ${scheme}, ${width} px`);
          expect(await page.value(`document.documentElement.scrollWidth`), `${what}, ${width} px`).to.be.at.most(width);
        }
      }
      expect(page.said.filter((one) => !isMissingDraft(one))).to.deep.equal([]);
    });
  }

  it('ask to sign in again by a dialog that is accessible', async () => {
    await page.value(axe);
    await page.value(`window.fetch = ((real) => (request, ...more) =>
      String(request.url ?? request).includes('/v1/goals')
        ? Promise.resolve(new Response('{"code":"UNAUTHENTICATED","message":"Ended."}', { status: 401 }))
        : real(request, ...more))(window.fetch)`);
    await open('board');
    expect(await until(`document.querySelector('dialog[open]')?.innerText.includes('Go on as')`)).to.equal(true);
    for (const [at, width] of [1440, 390].entries()) {
      await setScheme(['light', 'dark'][at] ?? '');
      await setWindow(width);
      await check(`the dialog, ${width} px`);
    }
    await click('Sign in as somebody else');
    expect(await until(`document.querySelector('.choice')`)).to.equal(true);
    for (const width of [390, 1440]) {
      await setWindow(width);
      await check(`the sign-in, ${width} px`);
    }
  });
}

// The first hour of the admin of a company that is not the demo, in a real browser: they sign in, mend and try the sign-in, bring people
// in from a file, see what these lack until nothing is missing, and switch a reminder on.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startIdentityProvider, type IdentityProvider } from '../../../scripts/stack/identity-provider.ts';
import { packWeb } from '../../../src/app/web.ts';
import { createProvider } from '../../../src/features/identity/manage-providers.ts';
import { webPath } from '../../../src/platform/lib/web-address.ts';
import { findBrowser, startBrowser, type Browser, type Page } from '../../support/browser.ts';
import { company, type Company } from '../../support/company.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { endDueEvents, startInProcessWorker, type InProcessWorker } from '../../support/in-process-worker.ts';
import { describeActions, isMissingDraft } from '../../support/page-actions.ts';
import { service } from '../../support/service.ts';
import { until as untilFound } from '../../support/until.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const clientId = 'page-of-the-company';
const mark = 'wasRun';
const hostile = `Cy <img src=x onerror=window.${mark}=1>`;
const head = 'name,email,job title,team,department,manager email';
/** Bob is in no team, and Dan has no manager. */
const people = [
  'Ada,ada@example.test,Founder,Board,Board,',
  'Mia,mia@example.test,Head of sales,Sales,Sales,ada@example.test',
  'Bob,bob@example.test,Seller,,,mia@example.test',
  `${hostile},cy@example.test,Seller,Sales,Sales,mia@example.test`,
  'Dan,dan@example.test,Clerk,Board,Board,',
];
/** Screens on which somebody who is alone sees little. */
const bare = ['week', 'people', 'chart', 'team', 'reports'];
/** What the screens read. */
const read = [
  ...[
    '/home',
    '/summaries?author=me',
    '/summary-drafts/2026-11-16',
    '/me/questions?weekStart=2026-11-16',
    '/users',
    '/org/chart',
  ],
  ...['readiness', 'export'].map((name) => `/admin/organisation/${name}`),
  ...['/admin/identity-providers', '/admin/settings', '/admin/webhooks', '/admin/pending-managers', '/audit'],
  ...['/goals/reports/non-setters', '/reports/org'],
];

const program = findBrowser();
if (program) describe('the first hour of an admin', () => test(program));
else console.log('    Nobody has a first hour on the page: this machine has no chromium.');

function test(program: string): void {
  const api = service(() => ({ web: packWeb() }));
  const mailbox = sharedInbox();
  let acme: Company;
  let idp: IdentityProvider;
  let worker: InProcessWorker;
  let browser: Browser;
  let page: Page;
  let pageAddress: string;
  const actions = describeActions(() => page);
  const { value, until, shows, hides, click, isReady, goTo, fillIn, press, pick, forgetRefusals } = actions;

  before(async () => {
    acme = await company(api, 'Ada (admin)');
    const { tenantId } = acme;
    pageAddress = `${api.url}${webPath}/${tenantId}`;
    const audience = 'check-in';
    const accounts = [{ email: 'ada@example.test', name: 'Ada' }];
    idp = await startIdentityProvider({ port: 0, clientId, redirectUris: [pageAddress], audience, accounts });
    const input = { issuer: idp.issuer, audience, personClaim: 'email' as const, clientId };
    const context = { now: api.clock.now, newId: () => randomUUID(), proof: 'operator' as const };
    await createProvider(api.graph.bind({ tenantId, userId: 'operator' }), input, context);
    const off = { opens: 'off', due: 'off', lastCall: 'off', digest: 'off' };
    await acme.as('Ada').patch('/admin/settings', off);
    await plan();
    await endDueEvents(api);
    worker = startInProcessWorker(api, { ses: mailbox.url });
    browser = startBrowser(program);
    page = await browser.open(pageAddress);
  });
  after(async () => {
    await browser?.close();
    await worker?.stop();
    await idp?.stop();
  });

  /** The first time, the database plans what a screen asks and changes: here for a company of which nothing is seen. */
  const plan = async (): Promise<void> => {
    const other = await company(api, 'Zed (admin)\n  Yan\n  Xia');
    for (const path of read) await other.as('Zed').get(path);
    const [yan, xia] = ['Yan', 'Xia'].map((name) => other.id(name));
    await other.as('Zed').patch(`/admin/users/${yan}`, { team: 'Sales' });
    await other.as('Zed').put(`/admin/org-chart/users/${yan}/manager`, { managerId: xia });
    for (const path of [`/users/${yan}`, `/users/${yan}/overview`, '/users?search=xi']) await other.as('Zed').get(path);
  };
  const inspect = async (screen: string): Promise<void> => {
    await value(`{ ${axe} }`);
    const found = await value<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
    expect(found, screen).to.deep.equal([]);
    expect(
      page.said.filter((one) => !isMissingDraft(one)),
      screen,
    ).to.deep.equal([]);
    expect(await value(`String(window.${mark})`), screen).to.equal('undefined');
  };
  /** Chooses a file, once the form takes one: it is reset when what was sent before is done. */
  const setFile = async (lines: string[]): Promise<void> => {
    await until(`document.querySelector('form:has([name=file]) [type=submit]:enabled')`);
    await value(`{ const chosen = new DataTransfer();
      chosen.items.add(new File([${JSON.stringify(lines.join('\n'))}], 'people.csv', { type: 'text/csv' }));
      document.querySelector('[name=file]').files = chosen.files; }`);
  };
  /** Within two seconds, the page asks with another client. */
  const isAskedWith = (client: string): Promise<unknown> =>
    untilFound(
      async () => (await fetch(`${api.url}/v1/sign-in/${acme.tenantId}`)).text(),
      (text) => text.includes(`"${client}"`),
    );
  /** Opens the page in another tab, as the link of the screen does, and does something there. */
  const inAnotherTab = async (work: () => Promise<void>): Promise<void> => {
    const first = page;
    page = await browser.open(pageAddress);
    await work().finally(() => {
      page = first;
    });
  };

  it('begins with a sign-in, and every bare screen leads to the first steps', async () => {
    await click('Sign in at');
    await until(`location.origin === ${JSON.stringify(idp.issuer)}`);
    await click('Ada (');
    await isReady('My week');
    for (const screen of bare) {
      await goTo(screen);
      await until(`document.querySelector('main a[href="#/start"]')`);
    }
    await inspect('reports of nobody');
    await goTo('start');
    await shows('1 of 4 steps are done');
    await shows('Nobody but you is here yet.');
    await inspect('first steps, alone');
  });

  it('mends the client of the page, and tries it in another tab', async () => {
    await goTo('settings');
    const label = `Edit: ${new URL(idp.issuer).host}`;
    const change = async (client: string, scopes: string): Promise<void> => {
      await click(label);
      await until(`document.querySelector('form[aria-label="${label}"]')`);
      await fillIn(label, 'clientId', client);
      await fillIn(label, 'scopes', scopes);
      await press(label);
    };
    await change('', 'openid email');
    await shows('scopes are those of a client');
    expect(await value(`document.activeElement.name`)).to.equal('scopes'); // the refusal stands beside its field
    forgetRefusals();
    await inspect('connections, refused');
    await click('Cancel');
    await change('no-such-client', '');
    await shows('Saved. Try it in a new tab');
    await isAskedWith('no-such-client');
    await inAnotherTab(async () => {
      await click('Sign in at');
      await until(`document.body?.innerText.includes('invalid_client')`);
    });
    await change(clientId, 'openid email');
    await shows('openid email');
    await isAskedWith(clientId);
    await inAnotherTab(async () => {
      await until(`document.querySelector('main button')`);
      await click('Sign in at');
      await until(`document.querySelector('#caller')?.innerText.includes('Ada')`);
    });
    await inspect('connections');
  });

  it('shows what a file would change, old and new, before it changes anything', async () => {
    await goTo('people');
    await until(`document.querySelector('main a[href="#/file"]')`);
    await goTo('file');
    await setFile([head, ...people, 'Eve,no address,,,,']);
    await press('People from a file');
    await shows('1 fault: nothing is imported');
    await shows('Row 7:');
    await hides('Make these changes');
    await setFile([head, ...people]);
    await press('People from a file');
    await until(`document.querySelector('table')?.innerText.includes('Founder')`);
    await shows('What people.csv would change');
    await inspect('a file, before');
    expect((await acme.as('Ada').get<{ items: object[] }>('/users')).body.items).to.have.length(1);
    await click('Make these changes');
    await shows('The people of the file are here.');
    await inspect('a file, after');
  });

  it('shows what is missing, until nothing is', async () => {
    await goTo('start');
    await shows('1 person has no manager');
    await shows('1 person is in no team');
    await value(`for (const one of document.querySelectorAll('main summary')) one.click()`);
    await inspect('first steps, with gaps');
    const { body } = await acme.as('Ada').get<{ items: { id: string; name: string }[] }>('/users');
    const idOf = (name: string): string => body.items.find((one) => one.name === name)?.id ?? '';
    await goTo(`people/${idOf('Bob')}`);
    await fillIn('Entry', 'team', 'Sales');
    await press('Entry');
    await shows('Saved.');
    await goTo('start');
    await shows('1 person has no manager');
    await hides('is in no team');
    await goTo(`people/${idOf('Dan')}`);
    await click('Change');
    await pick('manager', 'Mia');
    await press('Manager');
    await shows('Dan is moved.');
    await goTo('start');
    await shows('Nobody lacks anything.');
    await shows('3 of 4 steps are done');
  });

  it('switches the first reminder on', async () => {
    await click('Switch on: Check-in is due');
    await shows('Switched on: Check-in is due.');
    await shows('Friday 15:00');
    await shows('4 of 4 steps are done');
    const { body } = await acme.as('Ada').get('/admin/settings');
    expect([body['due'], body['digest']]).to.deep.equal(['Friday 15:00', 'off']);
    await inspect('first steps, done');
    await goTo('week');
    expect(await value(`document.querySelector('main a[href="#/start"]')`)).to.equal(null);
    await goTo('audit');
    await shows('identity provider update');
    await shows('clientId: page-of-the-company → no-such-client');
  });
}

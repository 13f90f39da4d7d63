// The page of the product for a company that is not the demo, in real browsers: a person signs in at the company's provider and writes
// their week, the manager signs in and answers, the person reads the answer. Names and texts are hostile.
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
import { findFirefox, startFirefox } from '../../support/firefox.ts';
import { describeActions, isMissingDraft } from '../../support/page-actions.ts';
import { service } from '../../support/service.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** Whatever of it became markup or script would set this. */
const mark = 'wasRun';
const hostile = (name: string): string =>
  `${name} "><img src=x onerror="window.${mark}=1"><script>window.${mark}=1</script>`;
const [manager, author] = [hostile('Mara'), hostile('Anna')];
const drawing = `${manager}\n  ${author}`;
const clientId = 'page-of-the-company';

const browsers: [name: string, program: string | null, start: (program: string) => Browser][] = [
  ['Chromium', findBrowser(), startBrowser],
  ['Firefox', findFirefox(), startFirefox],
];
const api = service(() => ({ web: packWeb() }));

for (const [name, program, start] of browsers) {
  if (program) describe(`a week of a company in ${name}`, () => test(() => start(program)));
  else console.log(`    A week of a company is not written in ${name}: this machine has none.`);
}

function test(start: () => Browser): void {
  let acme: Company;
  let idp: IdentityProvider;
  let browser: Browser;
  let page: Page;
  let pageAddress: string;
  const { value, until, shows, click, fill, choose, isReady, goTo } = describeActions(() => page);

  before(async () => {
    acme = await company(api, drawing);
    const { tenantId } = acme;
    pageAddress = `${api.url}${webPath}/${tenantId}`;
    const audience = 'check-in';
    const accounts = acme.people.map(({ email, name }) => ({ email, name }));
    idp = await startIdentityProvider({ port: 0, clientId, redirectUris: [pageAddress], audience, accounts });
    const input = { issuer: idp.issuer, audience, personClaim: 'email' as const, clientId };
    const context = { now: api.clock.now, newId: () => randomUUID(), proof: 'operator' as const };
    await createProvider(api.graph.bind({ tenantId, userId: 'operator' }), input, context);
    // the first time, the database plans what a screen asks
    for (const path of ['/home', '/summaries?author=me', '/summary-drafts/2026-11-16']) await acme.as(author).get(path);
    browser = start();
    page = await browser.open(pageAddress);
  });
  after(async () => {
    await browser?.close();
    await idp?.stop();
  });

  /** Nothing that axe finds, nothing on the console, nothing that a text has run, and no host but ours and the provider's. */
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
    expect(await value(`document.querySelector('main img, main script, header img, header script')`), screen).to.equal(
      null,
    );
    const hosts = [api.url, idp.issuer].map((url) => new URL(url).host);
    for (const url of page.requests) if (!url.startsWith('data:')) expect(hosts, url).to.include(new URL(url).host);
  };
  const signIn = async (who: string): Promise<void> => {
    await click('Sign in at');
    await until(`location.origin === ${JSON.stringify(idp.issuer)}`);
    await click(`${who} (`);
    await until(`document.querySelector('#caller')?.innerText.includes(${JSON.stringify(who)})`);
    await isReady('My week');
  };
  const signOut = async (): Promise<void> => {
    await click('Sign out');
    await until(`location.origin === ${JSON.stringify(idp.issuer)}`);
    await click('Sign out');
    await until(
      `location.origin === ${JSON.stringify(api.url)} && document.querySelector('h1')?.innerText === 'Sign in'`,
    );
  };

  it('begins with the provider of the company', async () => {
    await isReady('Sign in');
    await shows(`Sign in at ${new URL(idp.issuer).host}`);
    await inspect('sign in');
  });

  it('is written by a person who signs in', async () => {
    await signIn(author);
    await inspect('my week');
    for (const field of ['proud', 'obstacles', 'learned', 'important']) await fill(field, hostile(field));
    await choose([4, 2, 5]);
    await click('Submit');
    await shows('Your manager has not answered yet.');
    await shows(hostile('learned'));
    await inspect('my week, submitted');
    await signOut();
  });

  it('is answered by the manager, who signs in after them', async () => {
    await signIn(manager);
    const { body } = await acme.as(manager).get<{ items: { id: string }[] }>('/summaries?direct=true');
    await goTo(`summaries/${body.items[0]?.id}`);
    await shows(hostile('important'));
    await inspect('the summary');
    await fill('body', hostile('Thank you'));
    await click('Answer');
    await shows('is notified of your answer.');
    await shows(hostile('Thank you'));
    await goTo('team/2026-11-16');
    await shows('1 of 1 person checked in');
    await inspect('my team');
    await signOut();
  });

  it('shows its answer to the person', async () => {
    await signIn(author);
    await shows(hostile('Thank you'));
    await inspect('my week, answered');
    await signOut();
  });
}

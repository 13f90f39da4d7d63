// Signing in to the page of the demo at an identity provider, in a real browser: authorization code, PKCE, and out again.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { startIdentityProvider, type IdentityProvider } from '../../scripts/stack/identity-provider.ts';
import { addPage, pagePath, type PageCompany } from '../../scripts/tools/demo/page-routes.ts';
import { createProvider } from '../../src/features/identity/manage-providers.ts';
import { findBrowser, startBrowser, type Browser, type Page } from '../support/browser.ts';
import { sharedCompany } from '../support/company.ts';
import { isMissingDraft } from '../support/demo-page.ts';
import { service } from '../support/service.ts';

const program = findBrowser();
if (program) describe('signing in to the page of the demo', () => test(program));
else console.log('    Nobody signs in to the page of the demo: this machine has no chromium.');

function test(program: string): void {
  const companies: PageCompany[] = [];
  const idp = {} as IdentityProvider;
  const api = service(
    undefined,
    undefined,
    addPage(companies, () => idp.issuer),
  );
  const acme = sharedCompany(api, 'Ada (admin)\n  Bob\n    Cy\n  Dan †');
  let browser: Browser;
  let page: Page;

  before(async () => {
    const { tenantId } = acme;
    companies.push({ slug: tenantId, name: 'Acme', people: [], showcase: [] });
    const accounts = acme.people.map(({ email, name }) => ({ email, name, claims: { company: tenantId } }));
    const audience = 'demo';
    const redirectUris = [api.url + pagePath];
    const options = { port: 0, clientId: 'demo-page', redirectUris, audience, accounts };
    Object.assign(idp, await startIdentityProvider(options));
    const input = { issuer: idp.issuer, audience, tenantClaim: 'company', tenantValue: tenantId };
    const context = { now: api.clock.now, newId: () => randomUUID(), proof: 'operator' as const };
    const operator = api.graph.bind({ tenantId, userId: 'operator' });
    await createProvider(operator, { ...input, personClaim: 'email' }, context);
    browser = startBrowser(program);
    page = await browser.open(api.url + pagePath);
  });
  after(async () => {
    await browser?.close();
    await idp.stop?.();
  });

  /** Waits in whatever page is shown: one that the browser leaves meanwhile is asked no more. */
  const until = async (expression: string): Promise<void> => {
    const look = `new Promise((resolve) => {
      const began = Date.now();
      const look = () => {
        if (${expression}) return resolve('');
        if (Date.now() - began > 30000) return resolve(document.body?.innerText || 'nothing');
        setTimeout(look, 20);
      };
      look();
    })`;
    for (;;) {
      const shown = await page.value<string>(look).catch(() => null);
      if (shown === '') return;
      if (shown !== null) throw new Error(`${expression} did not become true. The page shows:\n${shown}`);
    }
  };
  const click = async (name: string, origin: string): Promise<void> => {
    const find = `location.origin === '${origin}' && [...document.querySelectorAll('button')].find((one) =>
      !one.closest('[hidden]') && one.innerText.trim().startsWith(${JSON.stringify(name)}))`;
    await until(find);
    await page.value(`(${find}).click()`);
  };
  const chooseAt = async (name: string): Promise<void> => {
    // the page offers it once the process knows the provider
    await until(`[...document.querySelectorAll('button')].some((one) => one.innerText.startsWith('Sign in at'))
      || void (document.querySelector('main')?.ariaBusy === 'false' && location.reload())`);
    await click('Sign in at the identity provider of Acme', api.url);
    await click(`${name} (`, idp.issuer);
  };

  for (const name of ['Ada', 'Bob', 'Cy']) {
    it(`lets ${name} in, and out`, async () => {
      await chooseAt(name);
      await until(`document.querySelector('#caller')?.innerText.includes(${JSON.stringify(name)})`);
      expect(await page.value('location.search')).to.equal('');
      expect(page.said.filter((one) => !isMissingDraft(one))).to.deep.equal([]);
      await click('Sign out', api.url);
      await click('Sign out', idp.issuer);
      await until(`location.origin === '${api.url}' && document.querySelector('h1')?.innerText === 'Sign in'`);
      expect(await page.value(`document.querySelector('#caller')`)).to.equal(null);
    });
  }

  it('brings back where somebody was and what they wrote, when the token has ended meanwhile', async () => {
    await chooseAt('Bob');
    await until(`document.querySelector('#caller')?.innerText.includes('Bob')`);
    await page.value(`location.hash = '#/board'`);
    await until(`document.querySelector('form[aria-label="New goal"]')`);
    await page.value(`{ window.fetch = ((real) => (request, ...more) =>
        request.method === 'POST'
          ? Promise.resolve(new Response('{"code":"UNAUTHENTICATED","message":"Ended."}', { status: 401 }))
          : real(request, ...more))(window.fetch);
      const form = document.querySelector('form[aria-label="New goal"]');
      form.elements.title.value = 'Not lost';
      form.querySelector('[type=submit]').click(); }`);
    await until(`document.querySelector('dialog')?.innerText.includes('Sign in at')`);
    await page.value(
      `[...document.querySelectorAll('dialog button')].find((one) => one.innerText.startsWith('Sign in at')).click()`,
    );
    await click('Bob (', idp.issuer);
    await until(`document.querySelector('form[aria-label="New goal"]')?.elements.title.value === 'Not lost'`);
    await click('Sign out', api.url);
    await click('Sign out', idp.issuer);
    await until(`document.querySelector('h1')?.innerText === 'Sign in'`);
  });

  it('brings back what somebody has chosen, and nothing that they have not', async () => {
    const options = ['Tea', 'Coffee', 'Water'].map((en) => ({ en }));
    const plan = { audience: { type: 'tenant' }, frequency: 'weekly', isRequired: false, from: '2026-11-16' };
    const body = { kind: 'choice', isSeveral: true, text: { en: 'Which?' }, options, ...plan };
    const { id } = (await acme.as('Ada').post<{ id: string }>('/questions', body)).body;
    await acme.as('Bob').put('/me/answers/2026-11-16', { answers: [{ questionId: id, choices: [0] }] });
    await chooseAt('Bob');
    const box = (place: number) => `document.querySelector('[name="answer ${id}"][value="${place}"]')`;
    await page.value(`location.hash = '#/week'`);
    await until(`${box(0)}?.checked`);
    await page.value(`{ window.fetch = ((real) => (request, ...more) =>
        request.method === 'PUT'
          ? Promise.resolve(new Response('{"code":"UNAUTHENTICATED","message":"Ended."}', { status: 401 }))
          : real(request, ...more))(window.fetch);
      for (const box of [${[0, 1, 2].map(box).join()}]) box.click(); }`);
    await until(`document.querySelector('dialog')?.innerText.includes('Sign in at')`);
    await page.value(
      `[...document.querySelectorAll('dialog button')].find((one) => one.innerText.startsWith('Sign in at')).click()`,
    );
    await click('Bob (', idp.issuer);
    await until(`${box(2)}?.checked`);
    expect(await page.value(`[${[0, 1, 2].map((place) => `${box(place)}.checked`).join()}]`)).to.deep.equal([
      false,
      true,
      true,
    ]);
    await click('Sign out', api.url);
    await click('Sign out', idp.issuer);
    await until(`document.querySelector('h1')?.innerText === 'Sign in'`);
  });

  it('refuses somebody who has left, in words', async () => {
    await chooseAt('Dan');
    await until(`document.querySelector('#error')?.innerText.includes('belongs to nobody active here')`);
    expect(await page.value(`document.querySelector('#caller')`)).to.equal(null);
  });

  it('refuses an answer that the page has not asked for', async () => {
    await page.send('Page.navigate', {
      url: `${api.url}${pagePath}?code=x&state=y&iss=${encodeURIComponent(idp.issuer)}`,
    });
    await until(`document.querySelector('#error')?.innerText.includes('Sign in again.')`);
    const { body } = await acme.as('Ada').get<{ items: unknown[] }>(`/admin/users/${acme.id('Dan')}/identities`);
    expect(body.items).to.deep.equal([]);
  });
}

// Signing in to the page at an identity provider, in a real browser: authorization code, PKCE, and out again.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { startIdentityProvider, type IdentityProvider } from '../../../scripts/stack/identity-provider.ts';
import { packWeb } from '../../../src/app/web.ts';
import { webPath } from '../../../src/platform/lib/web-address.ts';
import { createProvider } from '../../../src/features/identity/manage-providers.ts';
import { findBrowser, startBrowser, type Browser, type Page } from '../../support/browser.ts';
import { sharedCompany } from '../../support/company.ts';
import { describeActions, isMissingDraft } from '../../support/page-actions.ts';
import { service } from '../../support/service.ts';

const program = findBrowser();
if (program) describe('signing in to the page', () => test(program));
else console.log('    Nobody signs in to the page: this machine has no chromium.');

function test(program: string): void {
  const idp = {} as IdentityProvider;
  const api = service(() => ({ web: packWeb() }));
  const acme = sharedCompany(api, 'Ada (admin)\n  Bob\n    Cy\n  Dan †');
  let browser: Browser;
  let page: Page;
  let pageAddress: string;

  before(async () => {
    const { tenantId } = acme;
    const accounts = acme.people.map(({ email, name }) => ({ email, name, claims: { company: tenantId } }));
    const audience = 'demo';
    pageAddress = `${api.url}${webPath}/${tenantId}`;
    const options = { port: 0, clientId: 'page', redirectUris: [pageAddress], audience, accounts };
    Object.assign(idp, await startIdentityProvider(options));
    const input = { issuer: idp.issuer, audience, tenantClaim: 'company', tenantValue: tenantId };
    const context = { now: api.clock.now, newId: () => randomUUID(), proof: 'operator' as const };
    const operator = api.graph.bind({ tenantId, userId: 'operator' });
    await createProvider(operator, { ...input, personClaim: 'email', clientId: 'page' }, context);
    // the first time, the database plans what a screen asks
    for (const path of ['/home', '/summaries?author=me', '/goals/board']) await acme.as('Ada').get(path);
    browser = startBrowser(program);
    page = await browser.open(pageAddress);
  });
  after(async () => {
    await browser?.close();
    await idp.stop?.();
  });

  const { until } = describeActions(() => page);
  const click = async (name: string, origin: string): Promise<void> => {
    const find = `location.origin === '${origin}' && [...document.querySelectorAll('button')].find((one) =>
      !one.closest('[hidden]') && one.innerText.trim().startsWith(${JSON.stringify(name)}))`;
    await until(find);
    await page.value(`(${find}).click()`);
  };
  const reload = async (): Promise<void> => {
    await page.value('{ window.isBefore = true; location.reload(); }');
    await until('!window.isBefore');
  };
  /** The provider knows who it is, and does not ask. */
  const signInAgain = async (): Promise<void> => {
    await page.value(`{ window.isBefore = true;
      [...document.querySelectorAll('dialog button')].find((one) => one.innerText.startsWith('Sign in at')).click(); }`);
    await until('!window.isBefore');
  };
  const chooseAt = async (name: string): Promise<void> => {
    await click('Sign in at', api.url);
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

  it('goes on as the same person after a reload, and keeps no token in an address or in a storage', async () => {
    await chooseAt('Ada');
    await until(`document.querySelector('#caller')?.innerText.includes('Ada')`);
    await page.value(`location.hash = '#/board'`);
    await until(`document.querySelector('form[aria-label="New goal"]')`);
    await reload();
    await until(`document.querySelector('form[aria-label="New goal"]')`);
    expect(await page.value(`document.querySelector('#caller').innerText`)).to.include('Ada');
    const kept = await page.value<string>(
      'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])',
    );
    expect(JSON.parse(kept)).to.deep.equal([{ 'signed-in': JSON.stringify({ issuer: idp.issuer }) }, {}, '']);
    expect(page.requests.filter((url) => url.includes('eyJ'))).to.deep.equal([]); // so every JSON Web Token begins
    await click('Sign out', api.url);
    await click('Sign out', idp.issuer);
    await until(`document.querySelector('h1')?.innerText === 'Sign in'`);
    await reload();
    await until(`document.querySelector('h1')?.innerText === 'Sign in'`);
  });

  it('asks somebody to sign in whose session at the provider has ended before a reload', async () => {
    await page.value(`sessionStorage.setItem('signed-in', JSON.stringify({ issuer: '${idp.issuer}' }))`);
    await reload();
    await until(`document.querySelector('h1')?.innerText === 'Sign in' && location.search === ''`);
    expect(await page.value(`document.querySelector('#error').innerText`)).to.equal('');
  });

  it('refuses what a provider says that is not its own: another issuer, an answer of another, a token for another sign-in', async () => {
    const pretend = (change: string, at: string): Promise<void> =>
      page.value(`void (window.fetch = ((real) => async (request, ...more) => {
        const response = await real(request, ...more);
        if (!String(request.url ?? request).includes('${at}')) return response;
        const body = await response.json();
        ${change}
        return Response.json(body);
      })(window.fetch))`);
    const says = async (text: string): Promise<void> => {
      await click('Sign in at', api.url);
      await until(`document.querySelector('#error')?.innerText.includes('${text}')`);
      await reload();
    };
    await pretend(`body.issuer = 'https://other.example';`, 'openid-configuration');
    await says('its metadata names another issuer');
    await pretend(`body.token_endpoint = 'https://other.example/token';`, 'openid-configuration');
    await says('its tokens come from another origin');
    await pretend(`body.authorization_endpoint = 'javascript:alert(1)';`, 'openid-configuration');
    await says('it names no web address');
    // what the page has begun is changed while the browser is away
    for (const [change, answer] of [
      [`begun.state = 'another'`, 'Sign in again.'],
      [`begun.way.issuer = 'https://other.example'`, 'Sign in again.'],
      [`begun.nonce = 'another'`, 'Sign in again.'],
      [`begun.way.clientId = 'another'`, 'it says 401'],
      [`begun.verifier = 'another'`, 'it says 400'],
    ] as const) {
      await page.value(`{ const set = sessionStorage.setItem.bind(sessionStorage);
        Storage.prototype.setItem = (name, text) => { const begun = JSON.parse(text); ${change}; set(name, JSON.stringify(begun)); }; }`);
      await click('Sign in at', api.url);
      await until(`location.origin === '${idp.issuer}' || document.querySelector('#error')?.innerText`);
      if ((await page.value('location.origin')) === idp.issuer) await click('Ada (', idp.issuer);
      await until(`document.querySelector('#error')?.innerText.includes(${JSON.stringify(answer)})`);
      expect(await page.value(`document.querySelector('#caller')`), change).to.equal(null);
      await reload();
      page.said.length = 0; // the browser logs each answer that refuses something
    }
    await click('Sign in at', api.url); // the provider knows Ada by now
    await until(`document.querySelector('#caller')?.innerText.includes('Ada')`);
    await click('Sign out', api.url);
    await click('Sign out', idp.issuer);
    await until(`document.querySelector('h1')?.innerText === 'Sign in'`);
  });

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
    await signInAgain();
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
    await signInAgain();
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
      url: `${pageAddress}?code=x&state=y&iss=${encodeURIComponent(idp.issuer)}`,
    });
    await until(`document.querySelector('#error')?.innerText.includes('Sign in again.')`);
    const { body } = await acme.as('Ada').get<{ items: unknown[] }>(`/admin/users/${acme.id('Dan')}/identities`);
    expect(body.items).to.deep.equal([]);
  });
}

// The page of the product as the API serves it: where it is, its headers and policy, and how a stranger learns where to sign in.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { packWeb, webFilesPath, webFolder } from '../../../src/app/web.ts';
import { openSignIn } from '../../../src/features/identity/open-sign-in.ts';
import { signInQuestions } from '../../../src/platform/limits.ts';
import { webPath } from '../../../src/platform/lib/web-address.ts';
import { company, type Company } from '../../support/company.ts';
import { service } from '../../support/service.ts';

type Ways = { items: { issuer: string; clientId: string; scopes: string; token: string }[] };

/** As if time went on: what a process knows of providers is read again. */
let aheadMs = 0;
const web = service((services) => ({
  web: packWeb(),
  signIn: openSignIn({ ...services, ...services.identity }, () => performance.now() + aheadMs),
}));
const plain = service();
const limited = service(() => ({ web: packWeb(), findAddress: ({ headers }) => String(headers['x-address']) }));
const issuer = 'https://id.fjordware.example/realm';

async function companyWithProvider(properties: object): Promise<Company> {
  const acme = await company(web, 'Ada');
  await acme.statement(
    `CREATE (p:IdentityProvider:$($label) {tenantId: $tenantId, id: randomUUID(), key: $tenantId, issuer: $issuer,
       personClaim: 'email', createdAt: datetime()}) SET p += $properties`,
    { issuer, properties: { audience: acme.tenantId, ...properties } },
  );
  aheadMs += 3_000;
  return acme;
}

const policyOf = ({ headers }: Response): string[] => headers.get('content-security-policy')?.split(';') ?? [];

describe('the page of the product', () => {
  it('is at its address and at that of a company, with every file that the document names and that a screen loads later', async () => {
    const document = await (await fetch(web.url + webPath)).text();
    for (const at of [`${webPath}/acme`, `${webPath}/no-such-company`, `${webPath}/files`, `${webPath}/%E0%A4`])
      expect(await (await fetch(web.url + at)).text(), at).to.equal(document);
    const named = [...document.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, at = '']) => at);
    const all = [...packWeb().files.keys()].map((name) => `${webFilesPath}/${name}`);
    expect(all).to.have.length.above(40).and.to.include.members(named);
    const types = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
    for (const at of all) {
      const response = await fetch(web.url + at, { headers: { 'accept-encoding': 'br' } });
      expect(response.status, at).to.equal(200);
      expect(response.headers.get('content-type'), at).to.include(
        types[path.extname(at).slice(1) as keyof typeof types],
      );
      expect(response.headers.get('cache-control'), at).to.equal('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options'), at).to.equal('nosniff');
      const isLong = (await response.text()).length > 1_024;
      expect(response.headers.get('content-encoding'), at).to.equal(isLong ? 'br' : null);
    }
  });

  it('is asked for each time, and its policy allows its own files, this service, and nothing else', async () => {
    const response = await fetch(web.url + webPath);
    expect(response.headers.get('cache-control')).to.equal('no-cache');
    expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(response.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(policyOf(response)).to.have.members([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html plain-text',
    ]);
  });

  it('has no path below it but those, and takes no file by a path of the request', async () => {
    const files = [
      'page.js',
      'index.html',
      '..%2Fapi.ts',
      '%2e%2e%2fapi.ts',
      '..%5Capi.ts',
      '',
      'constructor',
      '__proto__',
    ];
    for (const at of ['/acme/more', ...files.map((file) => `/files/${file}`)]) {
      if (at === '/files/') continue; // that of a company with this name
      const response = await fetch(`${web.url}${webPath}${at}`);
      expect([response.status, await response.json()], at).to.have.nested.property('[1].code', 'NOT_FOUND');
    }
    for (const method of ['POST', 'DELETE']) expect((await fetch(web.url + webPath, { method })).status).to.equal(405);
  });

  it('is unknown where WEB is off', async () => {
    const [, file = ''] = /src="([^"]+)"/.exec(await (await fetch(web.url + webPath)).text()) ?? [];
    for (const at of [webPath, `${webPath}/acme`, file]) expect((await fetch(plain.url + at)).status, at).to.equal(404);
  });

  it('calls only operations that the API has', async () => {
    const { paths: known } = (await (await fetch(`${web.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const modules = readdirSync(webFolder).filter((file) => file.endsWith('.js'));
    const calls = modules.flatMap((file) => [
      ...readFileSync(path.join(webFolder, file), 'utf8').matchAll(/\bapi\.[A-Z]+\((?:'([^']*)')?/g),
    ]);
    const called = calls.map(([call, at = 'unknown']) => `${/[A-Z]+/.exec(call)?.[0]} ${at}`);
    expect(called).to.have.length.above(40);
    const served = Object.entries(known).flatMap(([at, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`),
    );
    expect(served).to.include.members(called);
  });
});

describe('how the people of a company sign in', () => {
  const ask = async (slug: string): Promise<Ways> =>
    (await (await fetch(`${web.url}/v1/sign-in/${encodeURIComponent(slug)}`)).json()) as Ways;

  it('is told by the slug, with the scopes and the token that the API takes', async () => {
    const some = await companyWithProvider({ clientId: 'web' });
    expect(await ask(some.tenantId)).to.deep.equal({
      items: [{ issuer, clientId: 'web', scopes: 'openid email profile', token: 'access_token' }],
    });
    const own = await companyWithProvider({ clientId: 'web-2', scopes: 'openid api', audience: 'web-2' });
    expect(await ask(own.tenantId)).to.deep.equal({
      items: [{ issuer, clientId: 'web-2', scopes: 'openid api', token: 'id_token' }],
    });
  });

  it('lets the page of this company, and no other, call the origin of its provider', async () => {
    const acme = await companyWithProvider({ clientId: 'web' });
    const connect = async (slug: string): Promise<string | undefined> =>
      policyOf(await fetch(`${web.url}${webPath}/${slug}`)).find((one) => one.startsWith('connect-src'));
    expect(await connect(acme.tenantId)).to.equal("connect-src 'self' https://id.fjordware.example");
    expect(await connect('another')).to.equal("connect-src 'self'");
  });

  it('looks alike for a company without a client, without a provider, and for any other text', async () => {
    const withoutClient = await companyWithProvider({});
    const withoutProvider = await company(web, 'Ada');
    const answers = await Promise.all(
      [withoutClient.tenantId, withoutProvider.tenantId, 'no-such-company', '%', '../me', 'a'.repeat(2_000)].map(
        async (slug) => {
          const response = await fetch(`${web.url}/v1/sign-in/${encodeURIComponent(slug)}`);
          const headers = Object.fromEntries(
            [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name)),
          );
          return { status: response.status, headers, body: await response.text() };
        },
      ),
    );
    for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
    expect(answers[0]).to.include({ status: 200, body: '{"items":[]}' });
  });

  it('is refused to an address that tries many names, wherever it is told, and to no other', async () => {
    const send = async (address: string, at: string): Promise<number> =>
      (await fetch(limited.url + at, { headers: { 'x-address': address } })).status;
    const places = ['/v1/sign-in/acme', '/.well-known/oauth-protected-resource/mcp/acme', `${webPath}/acme`];
    const placeOf = (at: number): string => places[at % places.length] ?? '';
    for (let n = 0; n < signInQuestions.burst; n += 100)
      await Promise.all(Array.from({ length: 100 }, (_, at) => send('a', placeOf(at))));
    const later = await Promise.all(Array.from({ length: 90 }, (_, at) => send('a', placeOf(at))));
    for (const place of places.keys()) expect(later.filter((_, at) => at % places.length === place)).to.include(429);
    expect(await Promise.all(places.map((at) => send('b', at)))).to.deep.equal([200, 200, 200]);
    expect(await send('a', webPath)).to.equal(200); // it is that of no company
  });
});

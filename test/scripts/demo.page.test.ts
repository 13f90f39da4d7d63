// What the demo adds to the page of the product: its people with tokens, on this machine alone.
import { request } from 'node:http';
import { expect } from 'chai';
import { addedModules, addPeople, peoplePath, type PageCompany } from '../../scripts/tools/demo/page-routes.ts';
import { packWeb } from '../../src/app/web.ts';
import { webPath } from '../../src/platform/lib/web-address.ts';
import { company, type Company } from '../support/company.ts';
import { service } from '../support/service.ts';

type Listed = { name: string; people: { name: string; email: string; role: string; token: string }[] }[];

describe('the people of the demo', () => {
  const companies: PageCompany[] = [];
  const demo = service(() => ({ web: packWeb(addedModules) }), undefined, addPeople(companies));
  const plain = service(() => ({ web: packWeb() }));
  let acme: Company;
  before(async () => {
    acme = await company(demo, 'Ada\n  Bob');
    const people = acme.people.map(({ name, email }) => ({ name, email }) as PageCompany['people'][number]);
    const showcase = people.map(({ email }) => ({ email, role: 'employee' }));
    companies.push({ slug: acme.tenantId, name: 'Acme', people, showcase });
  });

  it('are unknown to the API itself, whose page asks nobody for people', async () => {
    const refused = await fetch(plain.url + peoplePath);
    expect(refused.status).to.equal(404);
    expect(await refused.json()).to.include({ code: 'NOT_FOUND' });
    const modules = await Promise.all([plain, demo].map(({ url }) => readModule(url, 'added-people')));
    expect(modules.map((text) => text.includes(peoplePath))).to.deep.equal([false, true]);
  });

  it('sign in as the people of the showcase', async () => {
    const listed = (await (await fetch(demo.url + peoplePath)).json()) as Listed;
    expect(listed.map(({ name }) => name)).to.deep.equal(['Acme']);
    for (const { name, token } of listed[0]?.people ?? []) {
      const response = await fetch(`${demo.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
      expect(await response.json()).to.include({ id: acme.id(name), name });
      const { iat = 0, exp } = readClaims(token);
      expect(exp - iat).to.equal(60 * 60);
    }
    expect(listed[0]?.people).to.have.length(2);
  });

  it('get no token under another name than that of this machine', async () => {
    const ask = (host: string) =>
      new Promise((resolve, reject) => {
        const sent = request(demo.url + peoplePath, { headers: { host } }, (response) => {
          resolve(response.resume().statusCode);
        });
        sent.once('error', reject).end();
      });
    const { port } = new URL(demo.url);
    expect(await ask(`localhost:${port}`)).to.equal(200);
    expect(await ask(`127.0.0.1:${port}`)).to.equal(200);
    for (const host of [`rebound.example:${port}`, 'localhost.rebound.example', '10.0.0.7']) {
      expect(await ask(host), host).to.equal(404);
    }
  });
});

/** The text of a module of the page. */
async function readModule(url: string, base: string): Promise<string> {
  const document = await (await fetch(url + webPath)).text();
  const [, at = ''] = new RegExp(`href="([^"]*/${base}\\.[^"]*)"`).exec(document) ?? [];
  return (await fetch(url + at)).text();
}

function readClaims(token: string): { iat?: number; exp: number } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iat?: number; exp: number };
}

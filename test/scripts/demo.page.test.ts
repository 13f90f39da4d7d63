// The page of the demo: who serves it, what it may load, and that it calls only what the API has.
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { expect } from 'chai';
import { addPage, pageFolder, pagePath, type PageCompany } from '../../scripts/tools/demo/page-routes.ts';
import { company, type Company } from '../support/company.ts';
import { service } from '../support/service.ts';

type Listed = { name: string; people: { name: string; email: string; role: string; token: string }[] }[];

const files = readdirSync(pageFolder);
const sources = files.map((file) => ({ file, text: readFileSync(path.join(pageFolder, file), 'utf8') }));
const modules = sources.filter(({ file }) => file.endsWith('.js'));
const paths = files.map((file) => (file === 'index.html' ? pagePath : `${pagePath}/${file}`));
const added = ['openapi-fetch.js', 'lit-html.js', 'people.json'].map((file) => `${pagePath}/${file}`);
const allPaths = [...paths, ...added];

describe('the page of the demo', () => {
  const companies: PageCompany[] = [];
  const demo = service(undefined, undefined, addPage(companies));
  const plain = service();
  let acme: Company;
  before(async () => {
    acme = await company(demo, 'Ada\n  Bob');
    const people = acme.people.map(({ name, email }) => ({ name, email }) as PageCompany['people'][number]);
    const showcase = people.map(({ email }) => ({ email, role: 'employee' }));
    companies.push({ slug: acme.tenantId, name: 'Acme', people, showcase });
  });

  it('is served by the demo stack, with every file that it asks for', async () => {
    const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', json: 'application/json' };
    for (const at of allPaths) {
      const response = await fetch(demo.url + at);
      expect(response.status, at).to.equal(200);
      const type = types[(path.extname(at).slice(1) || 'html') as keyof typeof types];
      expect(response.headers.get('content-type'), at).to.match(new RegExp(`^(${type}|application/javascript)`));
      expect(response.headers.get('x-content-type-options'), at).to.equal('nosniff');
    }
    const asked = sources.flatMap(({ text }) =>
      [...text.matchAll(/(?:from '\.|(?:src|href|fetch\()[=']*"?\/docs\/demo)(\/[\w-]+\.\w+)/g)].map(([, at]) => at),
    );
    expect(asked).to.have.length.above(10);
    expect(allPaths).to.include.members(asked.map((at) => `${pagePath}${at}`));
  });

  it('is unknown to the API itself', async () => {
    for (const at of allPaths) {
      const response = await fetch(plain.url + at);
      expect([response.status, await response.json()], at).to.have.nested.property('[1].code', 'NOT_FOUND');
    }
  });

  it('has a policy that allows its own files and nothing else', async () => {
    const { headers } = await fetch(demo.url + pagePath);
    expect(headers.get('content-security-policy')?.split(';')).to.have.members([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it('holds no inline script and no inline style, and never parses text as markup of its own', () => {
    const html = sources.find(({ file }) => file === 'index.html')?.text ?? '';
    expect(html).to.include('<script type="module" src=');
    expect(html).to.not.match(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style|javascript:|https?:/i);
    expect(modules).to.have.length.above(5);
    for (const { file, text } of modules) {
      expect(text, file).to.not.match(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/);
    }
  });

  it('calls only operations that the API has', async () => {
    const { paths: known } = (await (await fetch(`${demo.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const calls = modules.flatMap(({ text }) => [...text.matchAll(/\bapi\.[A-Z]+\((?:'([^']*)')?/g)]);
    const called = calls.map(([call, at = 'unknown']) => `${/[A-Z]+/.exec(call)?.[0]} ${at}`);
    expect(called).to.have.length.above(40);
    const served = Object.entries(known).flatMap(([at, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`),
    );
    expect(served).to.include.members(called);
  });

  it('signs in as the people of the showcase', async () => {
    const listed = (await (await fetch(`${demo.url}${pagePath}/people.json`)).json()) as Listed;
    expect(listed.map(({ name }) => name)).to.deep.equal(['Acme']);
    for (const { name, token } of listed[0]?.people ?? []) {
      const response = await fetch(`${demo.url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
      expect(await response.json()).to.include({ id: acme.id(name), name });
      const { iat = 0, exp } = readClaims(token);
      expect(exp - iat).to.equal(60 * 60);
    }
    expect(listed[0]?.people).to.have.length(2);
  });

  it('hands out no token under another name than that of this machine', async () => {
    const ask = (host: string) =>
      new Promise((resolve, reject) => {
        const sent = request(`${demo.url}${pagePath}/people.json`, { headers: { host } }, (response) => {
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

function readClaims(token: string): { iat?: number; exp: number } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iat?: number; exp: number };
}

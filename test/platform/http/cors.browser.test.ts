// A real browser with a page of another origin: it calls the API where the origin is listed, and is refused elsewhere.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { parseOrigins } from '../../../src/platform/http/caller/cors.ts';
import { findBrowser, startBrowser, type Browser, type Page } from '../../support/browser.ts';
import { company, type Company } from '../../support/company.ts';
import { aGoal } from '../../support/samples.ts';
import { service, type Service } from '../../support/service.ts';

const program = findBrowser();
if (program) describe('a page of another origin', () => test(program));
else
  console.log(
    '    No page of another origin is opened: this machine has no chromium (Debian: chromium-headless-shell).',
  );

function test(program: string): void {
  let pages: Server;
  let origin: string;
  let browser: Browser;
  let page: Page;
  let acme: Company;
  before(async () => {
    pages = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Another origin</title>');
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    browser = startBrowser(program);
    page = await browser.open(origin);
  });
  const open = service(() => ({ origins: parseOrigins(origin) }));
  const closed = service();
  before(async () => {
    acme = await company(open, 'Ada\n  Bob');
  });
  after(async () => {
    await browser?.close();
    pages?.close();
  });

  /** What `fetch` in the page sees of a request with Ada's token; only `refused` if the browser hides the response. */
  async function call(api: Service, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${await acme.token('Ada')}`, 'content-type': 'application/json' };
    const options = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return page.value(
      `fetch(${JSON.stringify(`${api.url}/v1${path}`)}, ${JSON.stringify(options)}).then(
        async (response) => ({
          status: response.status,
          requestId: response.headers.get('X-Request-Id'),
          body: await response.json(),
        }),
        (error) => ({ refused: error.name }),
      )`,
    );
  }

  it('reads and writes with a token if its origin is listed, and sees the headers', async () => {
    const made = await acme.as('Ada').post<{ id: string }>('/goals', aGoal());
    const changed = await call(open, 'PATCH', `/goals/${made.body.id}`, { title: 'From the browser' });
    expect(changed['status']).to.equal(200);
    expect(changed['requestId']).to.match(/^[\w-]{36}$/);
    const read = await call(open, 'GET', '/goals/board');
    expect(read['status']).to.equal(200);
    expect(JSON.stringify(read['body'])).to.include('From the browser');
  });

  it('sees why a request was refused if its origin is listed', async () => {
    const answer = await call(open, 'GET', '/goals/board?x=1');
    expect(answer).to.deep.include({ status: 400 });
    expect(answer['body']).to.include({ code: 'VALIDATION_ERROR' });
  });

  it('is refused if its origin is not listed, and changes nothing', async () => {
    const made = await acme.as('Ada').post<{ id: string }>('/goals', aGoal({ title: 'Untouched' }));
    const change = await call(closed, 'PATCH', `/goals/${made.body.id}`, { title: 'From another origin' });
    expect(change).to.deep.equal({ refused: 'TypeError' });
    expect(await call(closed, 'GET', '/goals/board')).to.deep.equal({ refused: 'TypeError' });
    const { body } = await acme.as('Ada').get('/goals/board');
    expect(JSON.stringify(body)).to.include('Untouched').and.not.include('From another origin');
  });
}

// How clients find the service and go on in it: the catalog of APIs, the links to the description, and from a page to the next one.
import { expect } from 'chai';
import { servedSections } from '../../../src/app/sections.ts';
import { linkNextPage } from '../../../src/platform/http/response/next-page.ts';
import { buildOpenApi } from '../../../src/platform/http/openapi/openapi.ts';
import { sharedCompany } from '../../support/company.ts';
import { cursorLists, hostile, readLinks, targetOf, walk } from '../../support/links.ts';
import { service } from '../../support/service.ts';
import { send, type Sent } from './wire.ts';

const api = service();
const behind = service(() => ({ publicUrl: 'https://check-in.test/team', hasHealthPort: true }));

describe('the catalog of APIs', () => {
  const path = '/.well-known/api-catalog';
  type Entry = { anchor: string } & Record<string, { href: string; type?: string }[]>;
  const read = ({ text }: Sent): Entry[] => (JSON.parse(text) as { linkset: Entry[] }).linkset;

  it('names each API, and where its description, its page and its state are', async () => {
    const answer = await send(api.url, path, { headers: hostile });
    expect(answer.headers['content-type']).to.equal(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    const [catalog, ...members] = read(answer);
    expect(catalog?.anchor).to.equal(api.url + path);
    expect(catalog?.['item']?.map(({ href }) => href)).to.deep.equal(members.map(({ anchor }) => anchor));
    expect(members.map(({ anchor }) => anchor)).to.deep.equal(
      ['/v1', '/access/v1', '/scim/v2'].map((one) => api.url + one),
    );
    const [first] = members;
    expect(first?.['service-desc']).to.deep.equal([{ href: `${api.url}/openapi.json`, type: 'application/json' }]);
    const targets = members.flatMap(({ anchor: _own, ...links }) => Object.values(links).flat());
    for (const { href, type = '' } of targets) {
      const { status, headers } = await send(api.url, href.slice(api.url.length));
      expect(status, href).to.be.oneOf([200, 401]); // what needs a token is there
      if (status === 200) expect(headers['content-type'], href).to.include(type);
    }
    expect(first?.['status']?.[0]?.href).to.equal(`${api.url}/readyz`);
  });

  it('answers HEAD with the link by which finders know it', async () => {
    const { status, headers, text } = await send(api.url, path, { method: 'HEAD' });
    expect([status, text]).to.deep.equal([200, '']);
    expect(targetOf(readLinks(headers['link']), 'api-catalog')).to.equal(path);
  });

  it('is of the public address, and names no state where a port of its own says it', async () => {
    const answer = await send(behind.url, path, { headers: hostile });
    const [, first] = read(answer);
    expect(first?.anchor).to.equal('https://check-in.test/team/v1');
    expect(first).to.not.have.property('status');
    expect(JSON.stringify(answer)).to.not.include('evil');
    expect(targetOf(readLinks(answer.headers['link']), 'service-desc')).to.equal(
      'https://check-in.test/team/openapi.json',
    );
  });
});

describe('the description', () => {
  it('is linked from the pages and from every path that does not exist', async () => {
    for (const path of ['/', '/docs', '/docs/errors', '/docs/changes', '/v1', '/v1/nowhere', '/nowhere', '/api']) {
      const { headers } = await send(api.url, path, { headers: hostile });
      expect(targetOf(readLinks(headers['link']), 'service-desc'), path).to.equal('/openapi.json');
    }
  });
});

describe('a page of a list', () => {
  const acme = sharedCompany(
    api,
    'Ada (admin)\n  Bea [R&D East]\n    Ben [R&D East]\n    Bettina [Sales]\n    Cy [R&D East]',
  );

  // links.long.test.ts walks through every list.
  const lists = {
    'without a filter': ['/teams', 2],
    'with filters, which stay': ['/users?search=%62e&team=r%26d+EAST&active=true', 2],
  } as const;
  for (const [what, [path, size]] of Object.entries(lists)) {
    it(`leads to the next by rel="next" alone, until each row was read once: ${what}`, async () => {
      expect(await walk(api, acme, 'Ada', path)).to.equal(size);
    });
  }

  it('of a list that goes on later leads to the next while there is more now', () => {
    const link = (page: object): string | null => linkNextPage('cursor=a&types=b%2Cc', page);
    expect(link({ nextCursor: 'd', hasMore: true })).to.equal('<?cursor=d&types=b%2Cc>; rel="next"');
    expect(link({ nextCursor: 'd', hasMore: false })).to.equal(null);
    expect(link({})).to.equal(null);
  });

  it('has the header in the OpenAPI document, as every list with a cursor, and nothing else', () => {
    type Operation = { operationId: string; responses: Record<string, { headers?: object }> };
    const { paths } = buildOpenApi(servedSections, '/v1') as { paths: Record<string, Record<string, Operation>> };
    const operations = Object.values(paths).flatMap((one) => Object.values(one));
    const linked = operations.filter(({ responses }) => Object.hasOwn(responses['200']?.headers ?? {}, 'Link'));
    expect(linked.map(({ operationId }) => operationId)).to.have.members(
      cursorLists.map(({ operationId }) => operationId),
    );
  });
});

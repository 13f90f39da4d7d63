// SCIM as a protocol: filters, pages, selected attributes, errors, entity tags, limits of requests.
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { parseRateLimits } from '../../../src/platform/settings/rate-limits.ts';
import { company, fingerprint, sharedCompany } from '../../support/company.ts';
import {
  directory,
  directoryOf,
  enterprise,
  entraUser,
  oktaUser,
  patchOf,
  type Directory,
} from '../../support/scim.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = sharedCompany(api, 'Ada [Board] (admin)\n  Bob [Sales]\n    Cy\n  Gus †');
const send = directoryOf(api, acme);
before(() => send('PUT', `/Users/${acme.id('Bob')}`, entraUser('Bob', { displayName: 'Böb "B" O\'Neil' })));

const list = (query: string): ReturnType<Directory> => send('GET', `/Users?${query}`);
const find = async (filter: string): Promise<string[]> => {
  const { status, body } = await list(`filter=${encodeURIComponent(filter)}`);
  expect(status, `${filter}: ${body.detail}`).to.equal(200);
  return body.Resources.map(({ userName }) => userName.replace(/@.*/, ''));
};

describe('a filter of SCIM', () => {
  it('compares, combines and negates', async () => {
    const found: [string, string[]][] = [
      ['userName eq "bob@acme.test"', ['bob']],
      ['userName ne "bob@acme.test"', ['ada', 'cy', 'gus']],
      ['userName sw "B"', ['bob']],
      ['userName ew "@example.test"', ['ada', 'cy', 'gus']],
      ['userName co "us@"', ['gus']],
      ['externalId pr', ['bob']],
      ['not (externalId pr)', ['ada', 'cy', 'gus']],
      ['externalId eq null', ['ada', 'cy', 'gus']],
      ['externalId eq "ENTRA-BOB"', []],
      ['active eq true', ['ada', 'bob', 'cy']],
      ['active eq "False"', ['gus']],
      ['displayName eq "böb \\"b\\" o\'neil"', ['bob']],
      ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "bob@acme.test"', ['bob']],
      [`manager eq "${acme.id('Bob')}" and department eq null`, ['cy']],
      [`${enterprise}:manager.value eq "${acme.id('Bob')}"`, ['cy']],
      [`${enterprise}:department eq "Engineering" or title pr and active eq false`, ['bob', 'gus']],
      ['(userName sw "a" or userName sw "c") and not (userName sw "c")', ['ada']],
      ['not (userName sw "a" or userName sw "c")', ['bob', 'gus']],
      ['emails[type eq "work" and value co "ADA"]', ['ada']],
      ['emails[type eq "home"]', []],
      ['meta.lastModified gt "2026-11-01T00:00:00Z"', ['bob']],
      ['name.givenName eq "bob" and id eq "x"', []],
      [`id eq "${acme.id('Cy')}" or externalId eq "entra-bob"`, ['bob', 'cy']],
      [`userName eq "') RETURN 1 //"`, []],
    ];
    for (const [filter, names] of found) expect(await find(filter), filter).to.deep.equal(names);
  });

  it('is refused with invalidFilter if it is malformed, too large, or names what is not kept', async () => {
    for (const filter of [
      'userName',
      'userName eq',
      'userName eq bob',
      'userName eq "x',
      'eq "x"',
      'password eq "x"',
      'constructor eq "x"',
      'userName eq 1',
      'active gt true',
      'active eq "maybe"',
      'id gt "x"',
      'meta.created gt "yesterday"',
      `${'('.repeat(500)}userName pr`,
      `userName eq "${'x'.repeat(3_000)}"`,
      `userName eq "${'\n'.repeat(40)}`,
      Array.from({ length: 9 }, () => '(userName pr or title pr)').join(' and '),
    ]) {
      const { status, body } = await list(`filter=${encodeURIComponent(filter)}`);
      expect([status, body.scimType], filter.slice(0, 50)).to.deep.equal([400, 'invalidFilter']);
    }
  });
});

describe('a list of SCIM', () => {
  it('is read in pages of 100 over 250 people, each once', async () => {
    const crowd = await company(api, Array.from({ length: 250 }, (_, n) => `P${n}`).join('\n'));
    const read = directory(api, crowd.tenantId);
    const names: string[] = [];
    for (let startIndex = 1; ; startIndex += 100) {
      const { body } = await read('GET', `/Users?startIndex=${startIndex}&count=100`);
      expect(body).to.include({ totalResults: 250, startIndex, itemsPerPage: Math.min(100, 251 - startIndex) });
      names.push(...body.Resources.map(({ userName }) => userName));
      if (names.length >= body.totalResults) break;
    }
    expect(new Set(names)).to.have.length(250);
    const counts = async (query: string): Promise<unknown[]> => {
      const { body } = await read('GET', `/Users?${query}`);
      return [body.totalResults, body['startIndex'], body.Resources.length];
    };
    expect(await counts('')).to.deep.equal([250, 1, 100]);
    expect(await counts('count=0')).to.deep.equal([250, 1, 0]);
    expect(await counts('count=-5&startIndex=-1')).to.deep.equal([250, 1, 0]);
    expect(await counts('count=9999')).to.deep.equal([250, 1, 200]);
    expect(await counts('startIndex=251')).to.deep.equal([250, 251, 0]);
    expect((await read('GET', '/Users?count=many')).status).to.equal(400);
  });

  it('has the attributes that are asked for, and those that are always there', async () => {
    const keys = async (query: string): Promise<string[]> =>
      Object.keys((await send('GET', `/Users/${acme.id('Bob')}?${query}`)).body).sort();
    expect(await keys('attributes=userName,emails.value')).to.deep.equal(['emails', 'id', 'schemas', 'userName']);
    expect(await keys('attributes=name.givenname')).to.deep.equal(['id', 'name', 'schemas']);
    const without = await keys(`excludedAttributes=id,emails,meta,${enterprise}:manager`);
    expect(without).to.include.members(['id', 'userName', enterprise]).and.not.include.members(['emails']);
    const { body } = await send('GET', `/Users/${acme.id('Bob')}?attributes=${enterprise}:department,name.familyName`);
    expect(body).to.deep.include({ name: { familyName: 'Entra' }, [enterprise]: { department: 'Engineering' } });
    const [first] = (await list('attributes=active')).body.Resources;
    expect(Object.keys(first ?? {}).sort()).to.deep.equal(['active', 'id', 'schemas']);
    const searched = await send('POST', '/Users/.search', { attributes: ['userName'], filter: 'title pr', count: 1 });
    expect(searched.body).to.include({ totalResults: 4, itemsPerPage: 1 });
    expect(Object.keys(searched.body.Resources[0] ?? {})).to.have.members(['schemas', 'id', 'userName']);
  });
});

describe('a request of SCIM', () => {
  it('that is refused gets an error of SCIM and changes nothing', async () => {
    const bob = `/Users/${acme.id('Bob')}`;
    const before = await fingerprint(api, acme.tenantId);
    for (const [method, path, body, status, keyword] of [
      ['GET', '/Nothing', undefined, 404, undefined],
      ['GET', '/Users/x', undefined, 404, undefined],
      ['POST', '/Schemas', {}, 405, undefined],
      ['POST', '/Users', '{', 400, 'invalidSyntax'],
      ['POST', '/Users', [], 400, 'invalidSyntax'],
      ['POST', '/Users', { ...oktaUser('Eve'), userName: undefined }, 400, 'invalidValue'],
      ['POST', '/Users', { ...oktaUser('Eve'), userName: 'eve', emails: [] }, 400, 'invalidValue'],
      ['POST', '/Users', { ...oktaUser('Eve'), displayName: 'a\0b' }, 400, 'invalidValue'],
      ['POST', '/Users', { ...oktaUser('Eve'), active: 'perhaps' }, 400, 'invalidValue'],
      ['POST', '/Users', { ...oktaUser('Eve'), emails: [{ value: 'no address' }] }, 400, 'invalidValue'],
      ['POST', '/Users', { ...oktaUser('Eve'), externalId: 'entra-bob' }, 409, 'uniqueness'],
      ['PUT', `/Users/${randomUUID()}`, oktaUser('Eve'), 404, undefined],
      ['PATCH', bob, {}, 400, 'invalidSyntax'],
      ['PATCH', bob, patchOf({ op: 'destroy', path: 'title' }), 400, 'invalidSyntax'],
      ['PATCH', bob, patchOf({ op: 'remove' }), 400, 'noTarget'],
      ['PATCH', bob, patchOf({ op: 'replace', path: 'a b', value: 1 }), 400, 'invalidPath'],
      ['PATCH', bob, patchOf({ op: 'replace', path: '__proto__.x', value: 1 }), 400, 'invalidPath'],
      ['PATCH', bob, patchOf({ op: 'replace', path: 'titel', value: 'x' }), 400, 'invalidPath'],
      ['PATCH', bob, patchOf({ op: 'remove', path: 'userName' }), 400, 'mutability'],
      ['PATCH', bob, patchOf({ op: 'replace', path: 'emails[type', value: 'x' }), 400, 'invalidPath'],
      ['PATCH', bob, patchOf({ op: 'replace', path: 'emails[type eq]', value: 'x' }), 400, 'invalidFilter'],
      ['PATCH', bob, patchOf({ op: 'replace', path: 'userName', value: 'ada@example.test' }), 409, 'uniqueness'],
      ['POST', '/Groups', { members: [] }, 400, 'invalidValue'],
      ['POST', '/.search', { filter: 'password eq "x"' }, 400, 'invalidFilter'],
      ['DELETE', `/Groups/${randomUUID()}`, undefined, 404, undefined],
    ] as const) {
      const answer = await send(method, path, body);
      const name = `${method} ${path} ${JSON.stringify(body)}`;
      expect([answer.status, answer.body['status'], answer.body.scimType], name).to.deep.equal([
        status,
        String(status),
        keyword,
      ]);
      expect(answer.headers.get('content-type'), name).to.equal('application/scim+json');
      expect(answer.body['schemas'], name).to.deep.equal(['urn:ietf:params:scim:api:messages:2.0:Error']);
    }
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('is made only for the version that the client has read', async () => {
    const { headers } = await send('GET', `/Users/${acme.id('Bob')}`);
    const etag = headers.get('etag') ?? '';
    const change = (title: string): ReturnType<Directory> =>
      send('PATCH', `/Users/${acme.id('Bob')}`, patchOf({ op: 'replace', path: 'title', value: title }), {
        'if-match': etag,
      });
    const first = await change('Lead');
    expect(first.status).to.equal(200);
    expect((await change('Boss')).status).to.equal(412);
    const unchanged = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await send('GET', `/Users/${acme.id('Bob')}`, undefined, unchanged)).status).to.equal(304);
  });

  it('is accepted as application/json, and with parameters of the vendor', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = oktaUser('Json', { '@odata.type': 'x', 'no path': 1, 'urn:vendor:2.0:User': { a: 1 }, unknown: [] });
    const made = await send('POST', '/Users?aadOptscim062020', body, headers);
    expect(made.status).to.equal(201);
    const group = await send('POST', '/Groups?aadOptscim062020', { displayName: 'All' });
    const member = patchOf({ op: 'Add', path: 'members', value: [{ value: made.body.id }] });
    for (const [method, path, sent, status] of [
      ['POST', '/Users/.search', { count: 1 }, 200],
      ['POST', '/Groups/.search', { count: 1 }, 200],
      ['POST', '/.search', { filter: 'userName eq "x"' }, 200],
      ['GET', '/Schemas', undefined, 200],
      ['PATCH', `/Groups/${group.body.id}`, member, 204],
      ['DELETE', `/Groups/${group.body.id}`, undefined, 204],
      ['DELETE', `/Users/${made.body.id}`, undefined, 204],
    ] as const)
      expect((await send(method, `${path}?aadOptscim062020`, sent)).status, `${method} ${path}`).to.equal(status);
    expect((await send('POST', '/Users', oktaUser('Text'), { 'content-type': 'text/plain' })).status).to.equal(415);
  });
});

describe('the SCIM service', () => {
  it('publishes what it supports and the attributes that it keeps', async () => {
    expect((await send('GET', '/ServiceProviderConfig')).body).to.deep.include({
      patch: { supported: true },
      etag: { supported: true },
    });
    const { body } = await send('GET', '/Schemas');
    const names = body.Resources.map(({ attributes }) => (attributes as { name: string }[]).map(({ name }) => name));
    expect(names).to.deep.equal([
      ['userName', 'name', 'displayName', 'title', 'preferredLanguage', 'active', 'emails'],
      ['employeeNumber', 'department', 'manager'],
      ['displayName', 'members'],
    ]);
    const types = (await send('GET', '/ResourceTypes')).body.Resources;
    expect(types.map(({ id, endpoint }) => [id, endpoint])).to.deep.equal([
      ['User', '/Users'],
      ['Group', '/Groups'],
    ]);
    expect((await send('GET', `/Schemas/${enterprise}`)).body['name']).to.equal('EnterpriseUser');
    expect((await send('GET', '/ResourceTypes/Nothing')).status).to.equal(404);
  });

  it('searches users and groups together, page by page', async () => {
    await send('POST', '/Groups', { displayName: 'Zoo' });
    const page = async (startIndex: number, count: number): Promise<string[]> => {
      const { body } = await send('POST', '/.search', { attributes: ['displayName'], startIndex, count });
      return body.Resources.map(({ displayName }) => displayName);
    };
    const all = await page(1, 200);
    expect(all.at(-1)).to.equal('Zoo');
    for (let place = 1; place <= all.length + 1; place += 2)
      expect(await page(place, 2)).to.deep.equal(all.slice(place - 1, place + 1));
  });
});

describe('a directory that sends too much', () => {
  const limited = service(() => ({ rateLimits: parseRateLimits('caller=5/60') }));

  it('is told to wait by an error of SCIM and Retry-After, and loses nothing by repeating', async () => {
    const tenant = await company(limited, 'Ada');
    const sendLimited = directory(limited, tenant.tenantId);
    const answers = [];
    for (let n = 0; n < 7; n += 1) answers.push(await sendLimited('POST', '/Users', oktaUser(`N${n}`)));
    const last = answers.at(-1);
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201, 201, 429, 429]);
    expect(last?.body).to.include({ status: '429' });
    expect(Number(last?.headers.get('retry-after'))).to.be.within(1, 60);
    const rows = await limited.graph.statement('MATCH (u:User {tenantId: $id}) RETURN count(u) AS n', {
      id: tenant.tenantId,
    });
    expect(rows).to.deep.equal([{ n: 6 }]);
  });
});

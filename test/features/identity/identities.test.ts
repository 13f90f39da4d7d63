// Identity providers and identities over HTTP: managed by admins of the tenant, and by nobody else.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { expect } from 'chai';
import type { JWK } from 'jose';
import { listenLocally, stopServer } from '../../../scripts/stack/ports.ts';
import type { Identity, IdentityProvider } from '../../../src/features/identity/schema.ts';
import { fingerprint, freshCompany, refusal, type Answer, type Company } from '../../support/company.ts';
import { audience, identityProvider } from '../../support/identity-provider.ts';
import { costlyKey, newKey, seconds, signed } from '../../support/jwks.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const api = service();
const idp = identityProvider([]);
const acme = freshCompany(api, 'Ada (admin)\n  Bob\nPia (people_team, senior_leadership)');
const neighbour = freshCompany(api, 'Zed (admin)');
type Page<Item> = { items: Item[]; nextCursor?: string };
const path = '/admin/identity-providers';
type Input = Record<'issuer' | 'audience' | 'tenantClaim' | 'tenantValue' | 'personClaim', string>;
const inputOf = ({ tenantId }: Company, change: object = {}): Input => ({
  issuer: idp.issuer,
  audience,
  tenantClaim: 'org_id',
  tenantValue: tenantId,
  personClaim: 'email',
  ...change,
});
/** A token that the provider has issued to an admin, which proves that it is theirs. */
const tokenFor = (admin: string, { issuer, audience: aud, tenantClaim, tenantValue }: Input, change = {}): string =>
  signed(idp.key, {
    iss: issuer,
    aud,
    sub: admin,
    email: `${admin.toLowerCase()}@example.test`,
    email_verified: true,
    xms_edov: true,
    [tenantClaim]: tenantValue,
    exp: seconds(60),
    ...change,
  });
const withToken = (to: Company, admin: string, change?: object): object => {
  const input = inputOf(to, change);
  return { ...input, token: tokenFor(admin, input) };
};
const add = (to: Company, admin: string, change?: object): Promise<Answer<IdentityProvider>> =>
  to.as(admin).post<IdentityProvider>(path, withToken(to, admin, change));
async function addIdentity(to: Company, name: string): Promise<string> {
  const id = randomUUID();
  await to.statement(
    `CREATE (:Identity:$($label) {tenantId: $tenantId, id: $id, issuer: 'https://i.example', subject: $id, userId: $userId,
       holderId: $userId, boundAt: datetime('2026-11-20T09:00:00Z')})`,
    { id, userId: to.id(name) },
  );
  return id;
}

describe('/admin/identity-providers', () => {
  it('creates, returns, lists in pages and deletes, and leaves it in the audit log', async () => {
    const { status, body: created, headers } = await add(acme, 'Ada');
    expect(status).to.equal(201);
    expect(created).to.deep.equal({ id: created.id, ...inputOf(acme), createdAt: api.clock.now });
    expect(headers.get('location')).to.equal(`/v1${path}/${created.id}`);
    const second = await add(acme, 'Ada', { audience: 'another' });
    expect((await acme.as('Ada').get(`${path}/${created.id}`)).body).to.deep.equal(created);
    const { body: first } = await acme.as('Ada').get<Page<IdentityProvider>>(`${path}?limit=1`);
    const { body: rest } = await acme
      .as('Ada')
      .get<Page<IdentityProvider>>(`${path}?limit=1&cursor=${first.nextCursor}`);
    expect([...first.items, ...rest.items].map(({ id }) => id)).to.have.members([created.id, second.body.id]);
    expect(rest).to.not.have.property('nextCursor');
    expect((await acme.as('Ada').delete(`${path}/${created.id}`)).status).to.equal(204);
    expect(refusal(await acme.as('Ada').get(`${path}/${created.id}`))).to.deep.equal([404, 'PROVIDER_NOT_FOUND']);
    const { body: log } = await acme.as('Ada').get<Page<{ action: string; actorId: string }>>('/audit');
    expect(log.items.map(({ action, actorId }) => [action, actorId])).to.have.deep.members([
      ['identity-provider.create', acme.id('Ada')],
      ['identity-provider.create', acme.id('Ada')],
      ['identity-provider.delete', acme.id('Ada')],
    ]);
  });

  it('keeps the client of the web app and its scopes, which tell strangers how to sign in', async () => {
    const ofPage = { clientId: 'web', scopes: 'openid email api://check-in/.default' };
    const { body: created } = await add(acme, 'Ada', ofPage);
    expect(created).to.deep.equal({ id: created.id, ...inputOf(acme), ...ofPage, createdAt: api.clock.now });
    expect((await acme.as('Ada').get(`${path}/${created.id}`)).body).to.deep.equal(created);
    const found = await until(
      async () => (await fetch(`${api.url}/v1/sign-in/${acme.tenantId}`)).json() as Promise<{ items: object[] }>,
      ({ items }) => items.length > 0,
    );
    expect(found.items).to.deep.equal([{ issuer: idp.issuer, ...ofPage, token: 'access_token' }]);
  });

  it('changes the client and its scopes alone, and leaves what they were and are in the audit log', async () => {
    const { body: created } = await add(acme, 'Ada');
    const at = `${path}/${created.id}`;
    const change = async (body: object, who = 'Ada'): Promise<Answer> => acme.as(who).patch(at, body);
    const steps: [change: object, ofPage: object][] = [
      [{ clientId: 'web' }, { clientId: 'web' }],
      [{ scopes: 'openid checkin' }, { clientId: 'web', scopes: 'openid checkin' }],
      [{ clientId: 'other' }, { clientId: 'other', scopes: 'openid checkin' }],
      [{ clientId: 'other' }, { clientId: 'other', scopes: 'openid checkin' }],
      [{ scopes: null }, { clientId: 'other' }],
      [
        { clientId: audience, scopes: 'openid email' },
        { clientId: audience, scopes: 'openid email' },
      ],
      [{ clientId: null }, {}],
    ];
    for (const [body, ofPage] of steps) {
      const answer = await change(body);
      expect([answer.status, answer.body], JSON.stringify(body)).to.deep.equal([200, { ...created, ...ofPage }]);
      expect((await acme.as('Ada').get(at)).body).to.deep.equal({ ...created, ...ofPage });
    }
    type Entry = { action: string; values?: { field: string }[] };
    const { body: log } = await acme.as('Ada').get<Page<Entry>>('/audit');
    const entries = log.items.filter(({ action }) => action === 'identity-provider.update');
    expect(entries).to.have.length(steps.length - 1); // one of them changed nothing
    const issuer = { field: 'issuer', after: idp.issuer };
    expect(entries.map(({ values }) => values)).to.deep.include.members([
      [issuer, { field: 'clientId', after: 'web' }],
      [issuer, { field: 'clientId', before: audience }, { field: 'scopes', before: 'openid email' }],
    ]);
  });

  it('refuses a client that cannot work, other fields, and everybody but admins of the tenant', async () => {
    const { body: created } = await add(acme, 'Ada');
    const at = `${path}/${created.id}`;
    const before = await fingerprint(api, acme.tenantId);
    for (const [body, field] of [
      [{ scopes: 'openid' }, 'scopes'],
      [{ clientId: audience, scopes: 'email' }, 'scopes'],
      [{ clientId: '' }, 'clientId'],
      [{ clientId: 'web', scopes: 'openid  email' }, 'scopes'],
      [{ issuer: 'https://other.example' }, 'issuer'],
      [{ audience: 'other' }, 'audience'],
      [{}, ''],
    ] as const) {
      const answer = await acme.as('Ada').patch<{ message: string }>(at, body);
      expect(refusal(answer), JSON.stringify(body)).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(answer.body.message).to.include(field);
    }
    for (const who of ['Bob', 'Pia'])
      expect(refusal(await acme.as(who).patch(at, { clientId: 'web' })), who).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await neighbour.as('Zed').patch(at, { clientId: 'web' }))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await acme.as('Ada').patch(`${path}/${randomUUID()}`, { clientId: 'web' }))).to.deep.equal([
      404,
      'PROVIDER_NOT_FOUND',
    ]);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  const faults: Record<string, [change: object, field: string]> = {
    'scopes without a client': [{ scopes: 'openid' }, 'scopes'],
    'a client whose ID tokens the page could not get': [{ clientId: audience, scopes: 'email' }, 'scopes'],
    'scopes that are none': [{ clientId: 'web', scopes: 'openid  email' }, 'scopes'],
    'an empty client': [{ clientId: '' }, 'clientId'],
    'an issuer over http': [{ issuer: 'http://idp.example' }, 'issuer'],
    'a private issuer': [{ issuer: 'https://10.0.0.1' }, 'issuer'],
    'an issuer with a query': [{ issuer: 'https://idp.example/?tenant=1' }, 'issuer'],
    'an issuer that does not answer': [{ issuer: 'http://127.0.0.1:1' }, 'issuer'],
    'an issuer whose metadata names another': [{ issuer: 'SLASH' }, 'issuer'],
    'a claim without its value': [{ tenantValue: undefined }, 'tenantValue'],
    'a value without its claim': [{ tenantClaim: undefined }, 'tenantValue'],
    'Google without the company': [{ issuer: 'https://accounts.google.com' }, 'tenantClaim'],
    'a claim that anybody can set': [{ personClaim: 'upn' }, 'personClaim'],
  };
  for (const [what, [change, name]] of Object.entries(faults)) {
    it(`refuses ${what}`, async () => {
      const before = await fingerprint(api, acme.tenantId);
      const sent = JSON.stringify(withToken(acme, 'Ada', change)).replace('"SLASH"', JSON.stringify(`${idp.issuer}/`));
      const answer = await acme.as('Ada').post<{ message: string }>(path, sent);
      expect(refusal(answer)).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(answer.body.message).to.include(name);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    });
  }

  describe('whose keys', () => {
    /** What it publishes; the proof is signed by the first key. */
    let [algorithms, keys]: [string[] | undefined, JWK[]] = [undefined, []];
    let issuer = '';
    const server = createServer((request, response) => {
      const metadata = { issuer, jwks_uri: `${issuer}/keys`, id_token_signing_alg_values_supported: algorithms };
      const published = keys.map(({ d: _secret, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...key }) => key);
      response.end(JSON.stringify(request.url === '/keys' ? { keys: published } : metadata));
    });
    before(async () => {
      issuer = (await listenLocally(server)).url;
    });
    after(() => stopServer(server));
    const addIt = async (signer = keys[0] ?? {}): Promise<Answer<{ message: string }>> => {
      const input = inputOf(acme, { issuer });
      const claims = { iss: issuer, aud: audience, org_id: acme.tenantId, sub: 'Ada', exp: seconds(60) };
      const token = signed(signer, { ...claims, email: 'ada@example.test', email_verified: true });
      return acme.as('Ada').post<{ message: string }>(path, { ...input, token });
    };

    it('are costly to verify is refused, with the reason, though its proof is signed by another key', async () => {
      const before = await fingerprint(api, acme.tenantId);
      algorithms = undefined;
      keys = [await newKey('RS256'), { ...(await costlyKey()), kid: 'odd' }];
      const answer = await addIt();
      expect(refusal(answer)).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(answer.body.message).to.include('Key odd must be RSA of 2,048 to 4,096 bits with the exponent 65537.');
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    });

    it('are all of other kinds is refused, beside others it is created', async () => {
      const another = { kty: 'oct', k: 'AAAA' };
      algorithms = undefined;
      keys = [another];
      const answer = await addIt(await newKey('EdDSA'));
      expect(refusal(answer)).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(answer.body.message).to.include('It has no key for RS256, ES256, EdDSA');
      keys = [await newKey('EdDSA'), another];
      expect((await addIt()).status).to.equal(201);
    });

    it('are of an algorithm that its metadata does not list is refused', async () => {
      algorithms = ['RS256'];
      keys = [await newKey('ES256')];
      expect(refusal(await addIt())).to.deep.equal([400, 'VALIDATION_ERROR']);
      keys.push(await newKey('RS256'));
      const answer = await addIt();
      expect(refusal(answer)).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(answer.body.message).to.include('token must be signed by the issuer');
      algorithms = ['RS256', 'ES256'];
      expect((await addIt()).status).to.equal(201);
    });
  });

  it('tells the admins and the People Team when one is created and deleted, whoever does it', async () => {
    const { body } = await add(acme, 'Ada');
    await acme.as('Ada').delete(`${path}/${body.id}`);
    const events = await acme.statement(`MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'identity.provider_changed'})
       RETURN e.payload AS payload, e.recipientIds AS to ORDER BY e.payload`);
    expect(events.map(({ payload }) => JSON.parse(String(payload)) as unknown)).to.deep.equal(
      ['added', 'deleted'].map((change) => ({ issuer: idp.issuer, change })),
    );
    for (const { to } of events) expect(to).to.have.members([acme.id('Ada'), acme.id('Pia')]);
  });

  it('finds the caller by an external id, too', async () => {
    const input = inputOf(acme, { personClaim: 'oid' });
    const post = (oid: string) =>
      acme
        .as('Ada')
        .post<{ code: string }>(path, { ...input, token: tokenFor('Ada', input, { oid, email: undefined }) });
    await acme.as('Ada').patch(`/admin/users/${acme.id('Ada')}`, { externalId: 'oid-ada' });
    expect(refusal(await post('oid-bob'))).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect((await post('oid-ada')).status).to.equal(201);
  });

  describe('that the caller cannot prove to be of their company', () => {
    const wrong: Record<string, (input: Input) => Promise<string> | string> = {
      'without a token of it': () => 'x',
      'with a token of nobody’s key': async (input) =>
        signed({ ...(await newKey('RS256')), kid: idp.key.kid ?? '' }, claimsOf(input)),
      'with a token that has expired': (input) => tokenFor('Ada', input, { exp: seconds(-60) }),
      'with a token that never expires': (input) => tokenFor('Ada', input, { exp: undefined }),
      'with a token that ends a session': (input) => tokenFor('Ada', input, { events: {} }),
      'with a token of another issuer': (input) => tokenFor('Ada', input, { iss: `${idp.issuer}/` }),
      'with a token for something else': (input) => tokenFor('Ada', input, { aud: 'another' }),
      'with a token of another company': (input) => tokenFor('Ada', input, { org_id: 'another' }),
      'with a token of no company': (input) => tokenFor('Ada', input, { org_id: undefined }),
      'with a token that names a company in another claim': (input) =>
        tokenFor('Ada', input, { hd: 'another.example' }),
      'with a token of a colleague': (input) => tokenFor('Bob', input),
      'with a token of an address that is not verified': (input) => tokenFor('Ada', input, { email_verified: false }),
    };
    const claimsOf = ({ issuer, audience: aud, tenantValue }: Input) => ({
      iss: issuer,
      aud,
      sub: 'Ada',
      email: 'ada@example.test',
      email_verified: true,
      exp: seconds(60),
      org_id: tenantValue,
    });
    for (const [what, create] of Object.entries(wrong)) {
      it(`is refused, and does not keep its company from adding it: ${what}`, async () => {
        const before = await fingerprint(api, acme.tenantId);
        const input = inputOf(acme);
        const answer = await acme.as('Ada').post<{ message: string }>(path, { ...input, token: await create(input) });
        expect(refusal(answer)).to.deep.equal([400, 'VALIDATION_ERROR']);
        expect(answer.body.message).to.include('token');
        expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
        expect((await add(neighbour, 'Zed', { tenantValue: input.tenantValue })).status).to.equal(201);
      });
    }

    it('is refused where the company is left out, that everybody of the issuer were let in', async () => {
      const everybody = inputOf(acme, { tenantClaim: undefined, tenantValue: undefined });
      const token = tokenFor('Ada', inputOf(acme));
      const answer = await acme.as('Ada').post<{ message: string }>(path, { ...everybody, token });
      expect(answer.body.message).to.include('org_id');
      expect(refusal(answer)).to.deep.equal([400, 'VALIDATION_ERROR']);
    });
  });

  it('refuses tokens that another provider means, of whatever tenant, but not where a claim tells them apart', async () => {
    const ofAll = { audience: randomUUID(), tenantClaim: undefined, tenantValue: undefined };
    expect((await add(acme, 'Ada', ofAll)).status).to.equal(201);
    for (const taken of [ofAll, { audience: ofAll.audience }, { audience: ofAll.audience, tenantClaim: 'tid' }])
      expect(refusal(await add(neighbour, 'Zed', taken))).to.deep.equal([409, 'PROVIDER_EXISTS']);
    expect((await add(acme, 'Ada')).status).to.equal(201);
    expect((await add(neighbour, 'Zed')).status).to.equal(201);
    expect(refusal(await add(neighbour, 'Zed', { tenantClaim: 'tid', tenantValue: 'x' }))).to.deep.equal([
      409,
      'PROVIDER_EXISTS',
    ]);
    expect(refusal(await add(neighbour, 'Zed', { tenantValue: acme.tenantId }))).to.deep.equal([
      409,
      'PROVIDER_EXISTS',
    ]);
  });

  it('makes one of two that mean the same at once', async () => {
    const ofAll = { audience: randomUUID(), tenantClaim: undefined, tenantValue: undefined };
    const answers = await Promise.all([add(acme, 'Ada', ofAll), add(neighbour, 'Zed', ofAll)]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409]);
  });

  it('has at most ten', async () => {
    for (let i = 0; i < 10; i += 1) expect((await add(acme, 'Ada', { audience: `a${i}` })).status).to.equal(201);
    expect(refusal(await add(acme, 'Ada'))).to.deep.equal([409, 'LIMIT_REACHED']);
  });
});

describe('managing who signs in', () => {
  const requests = (
    providerId: string,
    identityId: string,
    userId: string,
  ): [method: string, at: string, body?: object][] => [
    ['get', path],
    ['post', path, withToken(acme, 'Ada', { audience: 'again' })],
    ['get', `${path}/${providerId}`],
    ['delete', `${path}/${providerId}`],
    ['get', `/admin/users/${userId}/identities`],
    ['post', `/admin/identities/${identityId}/unbind`],
    ['post', `/admin/identities/${identityId}/bind`],
  ];
  const sendAll = async (of: Company, name: string, all: ReturnType<typeof requests>): Promise<unknown[]> => {
    const refusals: unknown[] = [];
    for (const [method, at, body] of all) {
      const answer = await of.as(name)[method as 'post'](at, body);
      refusals.push(`${answer.status} ${(answer.body as { code?: string } | null)?.code ?? ''}`);
    }
    return refusals;
  };

  it('is for admins alone', async () => {
    const { body: provider } = await add(acme, 'Ada');
    const all = requests(provider.id, await addIdentity(acme, 'Bob'), acme.id('Bob'));
    const before = await fingerprint(api, acme.tenantId);
    const unknown = requests(randomUUID(), randomUUID(), randomUUID());
    for (const name of ['Bob', 'Pia'])
      expect(new Set(await sendAll(acme, name, [...all, ...unknown])), name).to.deep.equal(new Set(['403 FORBIDDEN']));
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('does not reach a neighbour', async () => {
    const { body: provider } = await add(neighbour, 'Zed');
    const [, , ...all] = requests(provider.id, await addIdentity(neighbour, 'Zed'), neighbour.id('Zed'));
    const before = await fingerprint(api, neighbour.tenantId);
    expect(new Set(await sendAll(acme, 'Ada', all))).to.deep.equal(new Set(['403 FORBIDDEN']));
    expect((await acme.as('Ada').get<Page<unknown>>(path)).body.items).to.deep.equal([]);
    expect(await fingerprint(api, neighbour.tenantId)).to.deep.equal(before);
  });

  it('answers 404 to ids that nobody has', async () => {
    const [, , ...all] = requests(randomUUID(), randomUUID(), randomUUID());
    expect(await sendAll(acme, 'Ada', all)).to.deep.equal([
      '404 PROVIDER_NOT_FOUND',
      '404 PROVIDER_NOT_FOUND',
      '404 USER_NOT_FOUND',
      '404 IDENTITY_NOT_FOUND',
      '404 IDENTITY_NOT_FOUND',
    ]);
  });

  it('unbinds and binds once, and leaves it in the audit log', async () => {
    const id = await addIdentity(acme, 'Bob');
    const post = async (verb: string): Promise<Identity> =>
      (await acme.as('Ada').post<Identity>(`/admin/identities/${id}/${verb}`)).body;
    for (const verb of ['unbind', 'unbind', 'bind', 'bind', 'unbind']) await post(verb);
    const { body } = await acme.as('Ada').get<Page<Identity>>(`/admin/users/${acme.id('Bob')}/identities`);
    expect(body.items).to.deep.equal([
      {
        id,
        issuer: 'https://i.example',
        subject: id,
        userId: acme.id('Bob'),
        status: 'unbound',
        boundAt: '2026-11-20T09:00:00.000Z',
        unboundAt: api.clock.now,
      },
    ]);
    const { body: log } = await acme.as('Ada').get<Page<{ action: string; userId: string }>>('/audit');
    expect(log.items.map(({ action, userId }) => [action, userId])).to.have.deep.members([
      ...['unbind', 'bind', 'unbind'].map((verb) => [`identity.${verb}`, acme.id('Bob')]),
    ]);
  });
});

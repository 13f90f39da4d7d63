// Identity providers and identities over HTTP: managed by admins of the tenant, and by nobody else.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Identity, IdentityProvider } from '../../src/model/index.ts';
import { company, fingerprint, type Answer, type Company } from '../support/company.ts';
import { audience, identityProvider } from '../support/identity-provider.ts';
import { service } from '../support/service.ts';

const api = service();
const idp = identityProvider([]);
let acme: Company;
let neighbour: Company;
beforeEach(async () => {
  acme = await company(api, 'Ada (admin)\n  Bob\nPia (people_team, senior_leadership)');
  neighbour = await company(api, 'Zed (admin)');
});

type Page<Item> = { items: Item[]; nextCursor?: string };
const path = '/admin/identity-providers';
const refusal = ({ status, body }: Answer<unknown>): unknown[] => [status, (body as { code: string }).code];
const inputOf = ({ tenantId }: Company, change: object = {}): object => ({
  ...{ issuer: idp.issuer, audience, tenantClaim: 'org_id', tenantValue: tenantId, personClaim: 'email', ...change },
});
const add = (to: Company, admin: string, change?: object): Promise<Answer<IdentityProvider>> =>
  to.as(admin).post<IdentityProvider>(path, inputOf(to, change));
async function addIdentity(to: Company, name: string): Promise<string> {
  const id = randomUUID();
  await api.graph.statement(
    `CREATE (:Identity:$($label) {tenantId: $tenantId, id: $id, issuer: 'https://i.example', subject: $id, userId: $userId,
       holderId: $userId, boundAt: datetime('2026-11-20T09:00:00Z')})`,
    { tenantId: to.tenantId, label: `T_${to.tenantId.replaceAll('-', '')}`, id, userId: to.id(name) },
  );
  return id;
}

describe('/admin/identity-providers', () => {
  it('creates, returns, lists in pages and deletes, and leaves it in the audit log', async () => {
    const { status, body: created, headers } = await add(acme, 'Ada');
    expect(status).to.equal(201);
    expect(created).to.deep.equal({ id: created.id, ...inputOf(acme), createdAt: api.clock.now });
    expect(headers.get('location')).to.equal(`/v1${path}/${created.id}`);
    const second = await add(acme, 'Ada', { audience: 'another', personClaim: 'sub' });
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
      ...[
        ['identity-provider.create', acme.id('Ada')],
        ['identity-provider.create', acme.id('Ada')],
      ],
      ['identity-provider.delete', acme.id('Ada')],
    ]);
  });

  const faults: Record<string, [change: object, field: string]> = {
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
      const sent = JSON.stringify(inputOf(acme, change)).replace('"SLASH"', JSON.stringify(`${idp.issuer}/`));
      const answer = await acme.as('Ada').post<{ message: string }>(path, sent);
      expect(refusal(answer)).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(answer.body.message).to.include(name);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    });
  }

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
    ['post', path, inputOf(acme, { audience: 'again' })],
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
      ...['404 PROVIDER_NOT_FOUND', '404 PROVIDER_NOT_FOUND', '404 USER_NOT_FOUND'],
      ...['404 IDENTITY_NOT_FOUND', '404 IDENTITY_NOT_FOUND'],
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
        ...{ id, issuer: 'https://i.example', subject: id, userId: acme.id('Bob'), status: 'unbound' },
        ...{ boundAt: '2026-11-20T09:00:00.000Z', unboundAt: api.clock.now },
      },
    ]);
    const { body: log } = await acme.as('Ada').get<Page<{ action: string; userId: string }>>('/audit');
    expect(log.items.map(({ action, userId }) => [action, userId])).to.have.deep.members([
      ...['unbind', 'bind', 'unbind'].map((verb) => [`identity.${verb}`, acme.id('Bob')]),
    ]);
  });
});

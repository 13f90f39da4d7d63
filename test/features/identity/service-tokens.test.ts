// Opaque tokens of services: shown once, stored as a hash, refused when revoked or expired.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  createServiceToken,
  serviceTokenPattern,
  type ServiceToken,
} from '../../../src/features/identity/service-tokens.ts';
import { client, fingerprint, freshCompany, type Company } from '../../support/company.ts';
import { expectRefusal, send, type Sent } from '../../platform/http/wire.ts';
import { friday, service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob');
const neighbour = freshCompany(api, 'Zed (admin)');
const operator = ({ tenantId }: Company) => api.graph.bind({ tenantId, userId: 'operator' });
async function create(
  of: Company,
  scopes: ServiceToken['scopes'] = ['changes:read'],
): Promise<{ id: string; token: string }> {
  const expiresAt = '2026-11-27T10:00:00.000Z';
  const context = { now: api.clock.now, newId: () => randomUUID() };
  const created = await createServiceToken(operator(of), { name: 'okta', scopes, expiresAt }, context);
  return created ?? expect.fail('There is no tenant.');
}
const list = async (of: Company): Promise<ServiceToken[]> =>
  (await operator(of).one<{ tokens: ServiceToken[] }>('identity/list_service_tokens')).tokens;
const revoke = (of: Company, tokenId: string): Promise<unknown> =>
  operator(of).write('identity/delete_service_token', { tokenId, auditId: randomUUID(), now: api.clock.now });
const ask = (token: string, path = '/v1/changes'): Promise<Sent> =>
  send(api.url, path, { headers: { authorization: `Bearer ${token}` } });

describe('the token of a service', () => {
  it('is let in for its scopes and its tenant alone', async () => {
    const { token } = await create(acme, ['scim']);
    expect(token).to.match(serviceTokenPattern);
    const countUsers = async (bearer: string): Promise<number> => {
      const headers = { authorization: `Bearer ${bearer}` };
      const response = await fetch(`${api.url}/scim/v2/Users`, { headers });
      return ((await response.json()) as { totalResults: number }).totalResults;
    };
    expect(await countUsers(token)).to.equal(2);
    expectRefusal(await ask(token, '/v1/changes'), 403, 'FORBIDDEN');
    expectRefusal(await ask(token, '/v1/me'), 403, 'FORBIDDEN');
    expect(await countUsers((await create(neighbour, ['scim'])).token)).to.equal(1);
  });

  it('may have several scopes, and acts under its name', async () => {
    const { token } = await create(acme, ['scim', 'changes:read']);
    expect((await ask(token, '/v1/changes')).status).to.equal(200);
    const as = client(api, () => Promise.resolve(token));
    expect((await as.get('/me')).status).to.equal(403);
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
    const created = await fetch(`${api.url}/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({ schemas, userName: 'eve@example.test', displayName: 'Eve' }),
    });
    expect(created.status).to.equal(201);
    const { body } = await acme
      .as('Ada')
      .get<{ items: { action: string; actorId: string }[] }>('/audit?actorId=service:okta');
    expect(body.items.map(({ action }) => action)).to.deep.equal(['person.create']);
  });

  it('is stored as a hash, and in no log', async () => {
    const { token } = await create(acme);
    await ask(token);
    expect(JSON.stringify(await fingerprint(api, acme.tenantId))).to.not.include(token.slice(4));
    expect(api.logged.join('\n')).to.not.include(token.slice(4));
  });

  it('ends with the next request when it is revoked, by its own tenant', async () => {
    const { id, token } = await create(acme);
    expect(await revoke(neighbour, id)).to.equal(null);
    expect((await ask(token)).status).to.equal(200);
    expect(await revoke(acme, id)).to.not.equal(null);
    expectRefusal(await ask(token), 401, 'UNAUTHENTICATED');
    expect(await revoke(acme, id)).to.equal(null);
    const { body } = await acme.as('Ada').get<{ items: { action: string; actorId: string }[] }>('/audit');
    expect(body.items.map(({ action, actorId }) => `${action} ${actorId}`)).to.have.members([
      'service.create operator',
      'service.revoke operator',
    ]);
  });

  it('ends when it expires', async () => {
    const { token } = await create(acme);
    api.clock.now = '2026-11-27T09:59:59.999Z';
    expect((await ask(token)).status).to.equal(200);
    api.clock.now = '2026-11-27T10:00:00.000Z';
    expectRefusal(await ask(token), 401, 'UNAUTHENTICATED');
  });

  it('is listed with its last use, to the minute', async () => {
    const { id, token } = await create(acme);
    const [before] = await list(acme);
    expect(before).to.deep.equal({
      id,
      name: 'okta',
      scopes: ['changes:read'],
      createdAt: friday,
      expiresAt: '2026-11-27T10:00:00.000Z',
    });
    const usedAt = async (): Promise<unknown> => (await list(acme))[0]?.lastUsedAt;
    await ask(token);
    await until(usedAt, (at) => at === friday);
    api.clock.now = '2026-11-20T10:00:59.000Z';
    await ask(token);
    api.clock.now = '2026-11-20T10:01:01.000Z';
    await ask(token);
    await until(usedAt, (at) => at === api.clock.now);
  });

  const wrong: Record<string, (token: string) => string> = {
    'with a changed character': (token) => token.slice(0, -1) + (token.endsWith('A') ? 'E' : 'A'),
    'that is cut off': (token) => token.slice(0, -1),
    'without its prefix': (token) => token.slice(4),
    'in capitals': (token) => token.toUpperCase(),
    'that is its hash': () => `tcs_${'0'.repeat(43)}`,
  };
  for (const [what, change] of Object.entries(wrong)) {
    it(`is refused ${what}`, async () => {
      const { token } = await create(acme);
      expectRefusal(await ask(change(token)), 401, 'UNAUTHENTICATED');
    });
  }
});

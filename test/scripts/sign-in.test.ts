// The commands about who signs in: identity providers of a tenant, and tokens of services.
import { expect } from 'chai';
import type { IdentityProvider } from '../../src/features/identity/schema.ts';
import { sharedCompany } from '../support/company.ts';
import { audience, identityProvider } from '../support/identity-provider.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

const api = service();
const idp = identityProvider([]);
const { run } = shell();
const acme = sharedCompany(api, 'Ada (admin)');
let tenant: string[];
before(() => {
  tenant = ['--tenant', acme.tenantId];
});

describe('checkin tenant idp', () => {
  const loopback = { WEBHOOKS_TO_LOOPBACK: 'allow' };
  const idps = (...args: string[]) => run(['tenant', 'idp', ...args, ...tenant], loopback);
  it('adds a provider for admins to see, lists and removes it', async () => {
    const claim = `org_id=${acme.tenantId}`;
    const added = await idps('add', idp.issuer, '--audience', audience, '--claim', claim, '--person', 'oid');
    expect(added.err).to.include('can sign in with tokens of');
    const { body } = await acme.as('Ada').get<{ items: IdentityProvider[] }>('/admin/identity-providers');
    const [{ id, ...provider }] = body.items as [IdentityProvider];
    expect(added.out).to.equal(`${id}\n`);
    expect(provider).to.deep.include({ issuer: idp.issuer, audience, tenantClaim: 'org_id', personClaim: 'oid' });
    expect((await idps('ls')).out).to.equal(`${[id, idp.issuer, audience, claim, 'oid'].join('\t')}\n`);
    expect((await idps('rm', id)).code).to.equal(0);
    expect((await idps('ls')).out).to.equal('');
    const again = await idps('rm', id);
    expect([again.code, again.err]).to.deep.equal([1, `${acme.tenantId} has no identity provider ${id}.\n`]);
  });

  it('adds the client of the web app, which the list names', async () => {
    const page = ['--client', 'web', '--scopes', 'openid email'];
    const added = await idps('add', idp.issuer, '--audience', 'with-client', ...page, '--json');
    expect(JSON.parse(added.out)).to.include({ clientId: 'web', scopes: 'openid email' });
    const { id } = JSON.parse(added.out) as IdentityProvider;
    const line = [id, idp.issuer, 'with-client', 'every token', 'email', 'client web'].join('\t');
    expect((await idps('ls')).out).to.equal(`${line}\n`);
    expect((await idps('rm', id)).code).to.equal(0);
    for (const wrong of [
      ['--client', ''],
      ['--client', 'x'.repeat(256)],
      ['--client', 'web', '--scopes', 'openid  email'],
      ['--client', 'web', '--scopes', '"'],
    ])
      expect((await idps('add', idp.issuer, '--audience', 'wrong', ...wrong)).code, wrong.join(' ')).to.equal(2);
    expect((await idps('add', idp.issuer, '--audience', 'wrong', '--scopes', 'openid')).err).to.include('clientId');
    expect((await idps('ls')).out).to.equal('');
  });

  it('refuses what cannot work, in words', async () => {
    const unknown = await idps('add', `${idp.issuer}/`, '--audience', audience);
    expect([unknown.code, unknown.err]).to.deep.equal([
      1,
      'issuer cannot be used. Its metadata names another issuer; write it exactly as there.\n',
    ]);
    expect((await idps('add', idp.issuer, '--audience', audience, '--claim', 'org_id')).code).to.equal(2);
    expect((await idps('add', idp.issuer, '--audience', audience, '--person', 'upn')).code).to.equal(2);
    const local = await run(['tenant', 'idp', 'add', 'https://127.0.0.1', '--audience', audience, ...tenant]);
    expect([local.code, local.err]).to.deep.equal([1, 'issuer must not be an address of this machine.\n']);
  });
});

describe('checkin service', () => {
  it('creates a token that is let in, lists and revokes it', async () => {
    const created = await run([
      'service',
      'create',
      'sync',
      '--scope',
      'changes:read',
      'scim',
      '--days',
      '30',
      ...tenant,
    ]);
    const ask = () => fetch(`${api.url}/v1/changes`, { headers: { authorization: `Bearer ${created.out.trim()}` } });
    expect((await ask()).status).to.equal(200);
    const [, id = ''] = /^Token (\S+) of sync created, until \d{4}-\d\d-\d\d\./.exec(created.err) ?? [];
    const listed = await run(['service', 'ls', ...tenant]);
    expect(listed.out).to.match(new RegExp(`^${id}\tsync\tchanges:read,scim\tuntil [\\d-]+\t(never used|used .*Z)\n$`));
    expect(listed.out).to.not.include(created.out.trim());
    expect((await run(['service', 'revoke', id, ...tenant])).code).to.equal(0);
    expect((await ask()).status).to.equal(401);
    const again = await run(['service', 'revoke', id, ...tenant]);
    expect([again.code, again.err]).to.deep.equal([1, `${acme.tenantId} has no token ${id}.\n`]);
  });

  it('refuses names, scopes and lifetimes that are none', async () => {
    const create = async (...args: string[]) => (await run(['service', 'create', ...args, ...tenant])).code;
    expect(await create('Okta', '--scope', 'scim')).to.equal(2);
    expect(await create('okta', '--scope', 'admin')).to.equal(2);
    expect(await create('okta', '--scope', 'scim', '--days', '0')).to.equal(2);
    expect(await create('okta')).to.equal(2);
  });
});

// Where tokens come from: the metadata of the protected resource, and the OpenAPI document.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { company, type Company } from '../../support/company.ts';
import { service } from '../../support/service.ts';
import { send } from './wire.ts';

let issuers: { issuer: string; slug: string }[] = [];
const list = (tenant?: string): Promise<string[]> =>
  Promise.resolve(issuers.flatMap(({ issuer, slug }) => (tenant === undefined || slug === tenant ? [issuer] : [])));
const api = service(({ signIn }) => ({ signIn: { ...signIn, listIssuers: list } }));
const behind = service(() => ({ publicUrl: 'https://check-in.test' }));
const path = '/.well-known/oauth-protected-resource';
const acme = { issuer: 'https://acme.okta.example/', slug: 'acme' };
const globex = { issuer: 'https://id.globex.example', slug: 'globex' };

describe('the metadata of the protected resource', () => {
  const ask = async (query = ''): Promise<unknown> => (await send(api.url, path + query)).body;
  const metadata = (change: object = {}): object => ({
    resource: api.url,
    bearer_methods_supported: ['header'],
    resource_documentation: `${api.url}/docs`,
    ...change,
  });
  it('names the only issuer, and none of several to everybody', async () => {
    issuers = [];
    expect(await ask()).to.deep.equal(metadata());
    issuers = [acme];
    expect(await ask()).to.deep.equal(metadata({ authorization_servers: [acme.issuer] }));
    issuers = [acme, globex];
    expect(await ask()).to.deep.equal(metadata());
  });
  it('names the issuers of a tenant by its slug, as a resource of its own', async () => {
    issuers = [acme, globex];
    const ofCompany = (slug: string): object =>
      metadata({
        resource: `${api.url}/mcp/${slug}`,
        scopes_supported: ['checkin:write'],
        resource_name: 'Team Check-in Service',
        resource_documentation: `${api.url}/docs/assistants`,
      });
    expect(await ask('/mcp/globex')).to.deep.equal({
      ...ofCompany('globex'),
      authorization_servers: [globex.issuer],
    });
    expect(await ask('/mcp/none')).to.deep.equal(ofCompany('none'));
    expect(await ask('/mcp/a%22b')).to.deep.equal(ofCompany('a%22b'));
    for (const query of ['?tenant=globex', '?tenant=a&tenant=b'])
      expect(await ask(query)).to.include({ code: 'VALIDATION_ERROR' });
  });
  it('is at the public address, and a 401 names it there', async () => {
    expect((await send(behind.url, path)).body).to.include({ resource: 'https://check-in.test' });
    const { headers } = await send(behind.url, '/v1/me');
    expect(headers['www-authenticate']).to.equal(`Bearer resource_metadata="https://check-in.test${path}"`);
  });
  it('knows a provider of the database, of its tenant alone', async () => {
    const created: Company = await company(behind, 'Ada');
    await behind.graph.statement(
      `CREATE (:IdentityProvider:$($label) {tenantId: $id, id: randomUUID(), key: $id, issuer: $issuer, audience: 'a',
         personClaim: 'email', createdAt: datetime()})`,
      {
        id: created.tenantId,
        label: `T_${created.tenantId.replaceAll('-', '')}`,
        issuer: `https://${randomUUID()}.example`,
      },
    );
    const issuersOf = async (slug: string): Promise<string[]> =>
      ((await send(behind.url, `${path}/mcp/${slug}`)).body as { authorization_servers?: string[] })
        .authorization_servers ?? [];
    while ((await issuersOf(created.tenantId)).length === 0); // until the process has read the providers again
    expect(await issuersOf(randomUUID())).to.deep.equal([]);
  });
});

describe('the OpenAPI document', () => {
  type Document = {
    security: object[];
    components: { securitySchemes: Record<string, { openIdConnectUrl?: string }> };
  };
  const read = async (): Promise<Document> => (await send(api.url, '/openapi.json')).body as Document;
  it('names the only identity provider', async () => {
    issuers = [acme];
    const { security, components } = await read();
    expect(security).to.deep.equal([{ bearer: [] }, { openIdConnect: [] }]);
    const url = `${acme.issuer}.well-known/openid-configuration`;
    expect(components.securitySchemes['openIdConnect']?.openIdConnectUrl).to.equal(url);
  });
  it('names none of several', async () => {
    issuers = [acme, globex];
    const { security, components } = await read();
    expect(security).to.deep.equal([{ bearer: [] }]);
    expect(components.securitySchemes).to.have.all.keys('bearer');
  });
});

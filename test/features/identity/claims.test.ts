// Which provider a token is for.
import { expect } from 'chai';
import { chooseProvider, type Provider } from '../../../src/features/identity/claims.ts';

const provider = (id: string, tenantId: string, more: Partial<Provider> = {}): Provider => ({
  id,
  tenantId,
  issuer: 'https://id.example',
  audience: 'app',
  tenantClaim: null,
  tenantValue: null,
  personClaim: 'email',
  ...more,
});

describe('the provider of a token', () => {
  it('is the one with its audience and its claim', () => {
    const acme = provider('1', 'acme', { tenantClaim: 'org_id', tenantValue: 'a' });
    const other = provider('2', 'other', { tenantClaim: 'org_id', tenantValue: 'b' });
    expect(chooseProvider([acme, other], { aud: 'app', org_id: 'b' })).to.equal(other);
    expect(chooseProvider([acme, other], { aud: ['x', 'app'], org_id: 'a' })).to.equal(acme);
    expect(chooseProvider([acme, other], { aud: 'app', org_id: 'c' })).to.equal(null);
    expect(chooseProvider([acme, other], { aud: 'x', org_id: 'a' })).to.equal(null);
  });

  it('is none if a token with several audiences could be for two tenants', () => {
    const older = provider('1', 'other', { audience: 'userinfo' });
    const acme = provider('2', 'acme');
    expect(chooseProvider([older, acme], { aud: ['app', 'userinfo'] })).to.equal(null);
    expect(chooseProvider([older, acme], { aud: ['app'] })).to.equal(acme);
  });
});

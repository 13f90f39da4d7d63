// What is verified is kept, but no longer than the token and its key are good.
import { createPublicKey, KeyObject } from 'node:crypto';
import { expect } from 'chai';
import type { JWK } from 'jose';
import { createTokenVerifier, isExpired } from '../../../src/platform/http/caller/verify-token.ts';
import { newKey, seconds, signed } from '../../support/jwks.ts';

describe('a token that was verified', () => {
  const toPublic = (key: JWK): KeyObject => createPublicKey({ key, format: 'jwk' });
  let own: JWK;
  let key: KeyObject;
  /** What the source of keys gives; null if it has none for the token. */
  let current: KeyObject | null;
  before(async () => {
    own = await newKey('ES256');
    key = toPublic(own);
  });
  const realNow = Date.now;
  beforeEach(() => (current = key));
  afterEach(() => {
    Date.now = realNow;
  });
  const noKey = new Error('no key');
  const verifier = () => {
    const keys = () => (current ? Promise.resolve(current) : Promise.reject(noKey));
    const verify = createTokenVerifier(() => ({ keys }));
    return async (sent: string) => (await verify(sent)).claims;
  };
  const token = (): string => signed(own, { sub: 'bob', exp: seconds(60) });
  const fault = (claims: Promise<unknown>): Promise<unknown> =>
    claims.then(
      () => expect.fail('The token was accepted.'),
      (error: unknown) => error,
    );

  it('is not verified again', async () => {
    const verify = verifier();
    const sent = token();
    expect(await verify(sent)).to.include({ sub: 'bob' });
    expect(await verify(sent)).to.equal(await verify(sent));
  });

  it('is refused when its key is gone, or another one has its id', async () => {
    const verify = verifier();
    const sent = token();
    await verify(sent);
    current = null;
    expect(await fault(verify(sent))).to.equal(noKey);
    current = toPublic(await newKey('ES256'));
    expect(await fault(verify(sent))).to.have.property('message', 'signature verification failed');
    current = toPublic(own);
    expect(await verify(sent)).to.include({ sub: 'bob' });
  });

  it('is not verified again when it has expired, and never before its time', async () => {
    const verify = createTokenVerifier(() => ({ keys: () => Promise.resolve(key) }));
    let turns = 0;
    const turn = <Result>(issuer: string, work: () => Promise<Result>): Promise<Result> => {
      expect(issuer).to.equal('https://id.example');
      turns += 1;
      return work();
    };
    const claims = { sub: 'bob', iss: 'https://id.example' };
    const expired = signed(own, { ...claims, exp: seconds(-60) });
    for (let n = 0; n < 3; n += 1) expect(isExpired(await fault(verify(expired, turn)))).to.equal(true);
    expect(turns).to.equal(1);
    const early = signed(own, { ...claims, exp: seconds(60), nbf: seconds(50) });
    for (let n = 0; n < 2; n += 1) expect(await fault(verify(early, turn))).to.have.property('name', 'NotBeforeError');
    expect(turns).to.equal(3);
  });

  it('is refused when its time is over, and 30 seconds more', async () => {
    const verify = verifier();
    const sent = token();
    await verify(sent);
    const begun = realNow();
    Date.now = () => begun + 88_000;
    await verify(sent);
    Date.now = () => begun + 92_000;
    expect(isExpired(await fault(verify(sent)))).to.equal(true);
  });
});

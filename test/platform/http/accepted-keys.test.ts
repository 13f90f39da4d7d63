// Which published keys verify tokens, and what is said of the others.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { readKeySet, type SignatureAlgorithm } from '../../../src/platform/http/caller/accepted-keys.ts';
import { costlyKey, newKey } from '../../support/jwks.ts';

type Key = Record<string, unknown>;
const rsa = (modulusLength: number, publicExponent = 65_537): Key => ({
  ...generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey.export({ format: 'jwk' }),
  kid: 'one',
});
const ofCurve = (namedCurve: string): Key => ({
  ...generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }),
  kid: 'one',
});
const read = (keys: unknown[], algorithms?: SignatureAlgorithm[]) => readKeySet(JSON.stringify({ keys }), algorithms);
const rsaFault = 'Key one must be RSA of 2,048 to 4,096 bits with the exponent 65537.';

describe('a published key', () => {
  const accepted: Record<string, [key: () => Key | Promise<Key>, algorithm: SignatureAlgorithm]> = {
    'of RSA with 2,048 bits': [() => rsa(2_048), 'RS256'],
    'of RSA with 4,096 bits': [() => rsa(4_096), 'RS256'],
    'of RSA that says nothing of its use': [() => ({ ...rsa(2_048), use: null, alg: null }), 'RS256'],
    'of P-256': [() => ({ ...ofCurve('P-256'), use: 'sig', key_ops: ['verify'] }), 'ES256'],
    'of Ed25519': [() => newKey('EdDSA'), 'EdDSA'],
  };
  for (const [what, [create, algorithm]] of Object.entries(accepted)) {
    it(`is accepted ${what}, without what is private`, async () => {
      const key = await create();
      const { keys, faults } = read([{ ...key, d: 'AQAB' }]);
      expect(faults).to.deep.equal([]);
      expect(keys.map(({ alg, kid }) => [alg, kid])).to.deep.equal([[algorithm, key['kid']]]);
      expect(keys[0]).to.not.have.any.keys('d', 'p', 'q', 'use', 'key_ops');
      expect(read([key], [algorithm]).keys).to.have.length(1);
      expect(read([key], []).keys).to.have.length(0);
    });
  }

  const refused: Record<string, [key: () => Key | Promise<Key>, fault: string]> = {
    'of RSA with an exponent of 3,072 bits': [async () => ({ ...(await costlyKey()), kid: 'one' }), rsaFault],
    'of RSA with the exponent 3': [() => rsa(2_048, 3), rsaFault],
    'of RSA with an exponent of 64 bits': [() => ({ ...rsa(2_048), e: '_________w' }), rsaFault],
    'of RSA with 1,024 bits': [() => rsa(1_024), rsaFault],
    'of RSA with 1,024 bits, written longer': [
      () => {
        const { n, ...key } = rsa(1_024);
        const padded = Buffer.concat([Buffer.alloc(128), Buffer.from(String(n), 'base64url')]);
        return { ...key, n: padded.toString('base64url') };
      },
      rsaFault,
    ],
    'of RSA with 5,120 bits': [() => ({ ...rsa(2_048), n: Buffer.alloc(640, 0xff).toString('base64url') }), rsaFault],
    'of RSA without a modulus': [() => ({ kty: 'RSA', e: 'AQAB', kid: 'one' }), 'Key one cannot be read.'],
    'of P-256 that is not on the curve': [
      () => ({ ...ofCurve('P-256'), x: 'A'.repeat(43) }),
      'Key one cannot be read.',
    ],
    'of Ed25519 that is too short': [
      async () => ({ ...(await newKey('EdDSA')), x: 'AAAA', kid: 'one' }),
      'Key one cannot be read.',
    ],
    'whose id is odd': [() => ({ ...rsa(2_048, 3), kid: '<b>\n' }), rsaFault.replace('one', '1')],
  };
  for (const [what, [create, fault]] of Object.entries(refused)) {
    it(`is not accepted ${what}, and it is said why`, async () => {
      expect(read([await create()])).to.deep.equal({ keys: [], faults: [fault] });
    });
  }

  const ignored: Record<string, () => unknown> = {
    'for encryption': () => ({ ...rsa(2_048), use: 'enc' }),
    'for wrapping': () => ({ ...rsa(2_048), key_ops: ['wrapKey'] }),
    'of another algorithm': () => ({ ...rsa(2_048), alg: 'PS256' }),
    'of P-384': () => ofCurve('P-384'),
    'of P-256 for ES384': () => ({ ...ofCurve('P-256'), alg: 'ES384' }),
    'of Ed448': () => createPublicKey(generateKeyPairSync('ed448').privateKey).export({ format: 'jwk' }),
    'of X25519': () => createPublicKey(generateKeyPairSync('x25519').privateKey).export({ format: 'jwk' }),
    'that is symmetric': () => ({ kty: 'oct', k: 'AAAA', alg: 'HS256' }),
    'of no kind': () => ({ kty: ['RSA'], n: 'AA', e: 'AQAB' }),
    'that is null': () => null,
    'that is a text': () => 'RSA',
  };
  for (const [what, create] of Object.entries(ignored)) {
    it(`is ignored ${what}`, () => {
      expect(read([create()])).to.deep.equal({ keys: [], faults: [] });
    });
  }

  it('is found among 50, and no later one is looked at', () => {
    const key = ofCurve('P-256');
    expect(read(Array<Key>(50).fill(key)).faults).to.deep.equal([]);
    expect(read([...Array<Key>(50).fill({ kty: 'oct' }), key])).to.deep.equal({
      keys: [],
      faults: ['There are more than 50 keys.'],
    });
  });

  it('is not read from what is no set', () => {
    for (const text of ['<html>', 'null', '[]', '{"keys":{}}'])
      expect(() => readKeySet(text), text).to.throw('set of keys');
  });
});

// An identity provider on this machine: keys of its own, tokens signed with them, and a key URL that can fail.
import { constants, createHmac, createPrivateKey, randomBytes, randomUUID, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { after, before } from 'mocha';
import { listenLocally, stopServer } from '../../scripts/stack/ports.ts';

export type Algorithm = 'RS256' | 'ES256' | 'EdDSA';
/** How the key URL answers: as it should, with status 500, with no JSON, not at all, or with half an answer. */
export type Mood = 'ok' | 'failing' | 'garbled' | 'silent' | 'stalled';
export type Provider = {
  url: string;
  mood: Mood;
  /** How often its keys were asked for. */
  asked: number;
  /** How many of its answers are still awaited. */
  open: number;
  /** The private key of an algorithm, as published now. */
  key(algorithm: Algorithm): JWK;
  /** Replaces its keys by new ones. */
  rotate(): Promise<void>;
};

/** Starts a provider before the tests of this place, and ends it after them. */
export function provider(): Provider {
  let keys: JWK[] = [];
  const started: Provider = {
    url: '',
    mood: 'ok',
    asked: 0,
    open: 0,
    key: (algorithm) => keys.find(({ alg }) => alg === algorithm) ?? {},
    async rotate() {
      keys = await Promise.all([newKey('RS256'), newKey('ES256'), newKey('EdDSA')]);
    },
  };
  const publish = (response: ServerResponse): void => {
    const published = keys.map(({ kty, n, e, crv, x, y, kid, alg }) => ({ kty, n, e, crv, x, y, kid, alg }));
    const answers: Record<Mood, () => void> = {
      ok: () => void response.end(JSON.stringify({ keys: published })),
      failing: () => void response.writeHead(500).end('{}'),
      garbled: () => void response.end('<html>'),
      silent: () => undefined,
      stalled: () => void response.write('{"keys": ['),
    };
    started.asked += 1;
    started.open += 1;
    response.once('close', () => (started.open -= 1));
    answers[started.mood]();
  };
  const server = createServer((_request, response) => publish(response));
  before(async () => {
    await started.rotate();
    started.url = `${(await listenLocally(server)).url}/keys`;
  });
  after(() => stopServer(server));
  return started;
}

/** A key pair, as a private JWK with its algorithm and an id. */
export async function newKey(alg: Algorithm): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, kid: randomUUID() };
}

/** A public key whose exponent is as long as its modulus: a verification takes a hundred times as long as usual. */
export async function costlyKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 3_072 });
  const { n = '' } = await exportJWK(privateKey);
  const exponent = Buffer.concat([Buffer.from([0x7f]), randomBytes(382), Buffer.from([0x01])]); // odd, and less than n
  return { kty: 'RSA', n, e: exponent.toString('base64url'), alg: 'RS256', kid: randomUUID() };
}

/** The claims of a good token that expires in an hour. */
export function claimsOf(
  expected: { TOKEN_ISSUER: string; TOKEN_AUDIENCE: string },
  sub: string,
  tenant: string,
): Record<string, unknown> {
  return { sub, tenant, iss: expected.TOKEN_ISSUER, aud: expected.TOKEN_AUDIENCE, exp: seconds(3600) };
}

/** A moment so many seconds from now, as tokens tell it. */
export function seconds(fromNow: number): number {
  return Math.floor(Date.now() / 1000) + fromNow;
}

/** A token with any header and claims, signed with a private JWK, with a secret (HS256), or not at all. */
export function rawToken(header: Record<string, unknown>, claims: unknown, key: JWK | Buffer | null): string {
  const encoded = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${encoded}.${signatureOf(Buffer.from(encoded), key, String(header['alg'])).toString('base64url')}`;
}

/** A token as this key's owner would sign it. */
export function signed(key: JWK, claims: unknown): string {
  return rawToken({ alg: key.alg ?? 'RS256', kid: key.kid, typ: 'at+jwt' }, claims, key);
}

function signatureOf(data: Buffer, key: JWK | Buffer | null, algorithm: string): Buffer {
  if (key === null) return Buffer.alloc(0);
  if (Buffer.isBuffer(key)) return createHmac('sha256', key).update(data).digest();
  const hash = algorithm.endsWith('512') ? 'sha512' : 'sha256';
  return sign(key.kty === 'OKP' ? null : hash, data, {
    key: createPrivateKey({ key, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
    ...(algorithm.startsWith('PS') && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
  });
}

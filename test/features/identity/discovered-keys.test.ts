// The keys of an identity provider: found by its metadata, found again when it is back, and never where they must not be.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import pino from 'pino';
import { createDiscoveredKeys, metadataAddress } from '../../../src/features/identity/discovered-keys.ts';
import { openIdentitySettings } from '../../../src/features/identity/settings.ts';
import { createReader } from '../../../src/platform/lib/outside-documents.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import { costlyKey } from '../../support/jwks.ts';

const log = pino({ level: 'silent' });
const { read } = openIdentitySettings({ WEBHOOKS_TO_LOOPBACK: 'allow' });
const jwk = { kty: 'EC', crv: 'P-256', alg: 'ES256', kid: 'one' };
const point = { x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' };
const header = { alg: 'ES256', kid: 'one' };

let origin = '';
/** What each path answers: a status with a Location, or a body. */
let answers: Record<string, string | number> = {};
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const answer = answers[request.url ?? ''] ?? 404;
  if (typeof answer === 'string') response.end(answer);
  else response.writeHead(answer, { location: '/keys' }).end();
});
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
const realNow = Date.now;
beforeEach(() => {
  asked.length = 0;
  answers = {
    '/.well-known/openid-configuration': JSON.stringify({ issuer: origin, jwks_uri: `${origin}/keys` }),
    '/keys': JSON.stringify({ keys: [{ ...jwk, ...point }] }),
  };
});
afterEach(() => {
  Date.now = realNow;
});
const later = (ms: number): void => {
  const now = realNow() + ms;
  Date.now = () => now;
};

describe('the keys of an issuer', () => {
  const outcome = (keys: ReturnType<typeof createDiscoveredKeys>): Promise<string> =>
    keys(header).then(
      ({ asymmetricKeyType }) => asymmetricKeyType ?? '',
      (error: Error & { code?: string }) => error.code ?? error.message,
    );

  it('are found by its metadata, once for requests that come together, and the metadata read again after an hour', async () => {
    const keys = createDiscoveredKeys(origin, read, log);
    expect(new Set(await Promise.all([outcome(keys), outcome(keys), outcome(keys)]))).to.deep.equal(new Set(['ec']));
    expect(asked).to.deep.equal(['/.well-known/openid-configuration', '/keys']);
    answers['/.well-known/openid-configuration'] = JSON.stringify({ issuer: origin, jwks_uri: `${origin}/moved` });
    answers['/moved'] = answers['/keys'] ?? '';
    later(61 * 60_000);
    while (!asked.includes('/moved')) expect(await outcome(keys)).to.equal('ec');
  });

  it('are found where an issuer ends with a slash', () => {
    expect(metadataAddress('https://acme.eu.auth0.com/')).to.equal(
      'https://acme.eu.auth0.com/.well-known/openid-configuration',
    );
  });

  it('are found when the issuer is back, after a second', async () => {
    const keys = createDiscoveredKeys(origin, read, log);
    const { '/.well-known/openid-configuration': metadata = '' } = answers;
    answers['/.well-known/openid-configuration'] = 503;
    expect(await outcome(keys)).to.equal('AUTH_UNAVAILABLE');
    answers['/.well-known/openid-configuration'] = metadata;
    expect(await outcome(keys)).to.equal('AUTH_UNAVAILABLE');
    expect(asked).to.have.length(1);
    later(1_001);
    expect(await outcome(keys)).to.equal('ec');
  });

  it('stay known while its metadata cannot be read', async () => {
    const keys = createDiscoveredKeys(origin, read, log);
    await outcome(keys);
    answers['/.well-known/openid-configuration'] = 500;
    later(61 * 60_000);
    expect(await outcome(keys)).to.equal('ec');
  });

  it('are those of the algorithms that its metadata lists, whenever it is read', async () => {
    const list = (algorithms?: unknown) => {
      const listed = algorithms === undefined ? {} : { id_token_signing_alg_values_supported: algorithms };
      answers['/.well-known/openid-configuration'] = JSON.stringify({
        issuer: origin,
        jwks_uri: `${origin}/keys`,
        ...listed,
      });
    };
    const keys = createDiscoveredKeys(origin, read, log);
    list(['RS256', 'ES256']);
    expect(await outcome(keys)).to.equal('ec');
    list(['RS256', 'EdDSA', 'PS256']);
    later(61 * 60_000);
    while ((await outcome(keys)) === 'ec');
    expect(await outcome(keys)).to.equal('ERR_JWKS_NO_MATCHING_KEY');
    list();
    expect(await outcome(createDiscoveredKeys(origin, read, log))).to.equal('ec');
    list(['PS256']);
    expect(await outcome(createDiscoveredKeys(origin, read, log))).to.equal('AUTH_UNAVAILABLE');
  });

  it('are not those that are costly to verify, which the log tells once', async () => {
    const lines: string[] = [];
    const told = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const odd = { ...(await costlyKey()), kid: 'odd' };
    answers['/keys'] = JSON.stringify({ keys: [odd, { ...jwk, ...point }] });
    const keys = createDiscoveredKeys(origin, read, told);
    expect(await outcome(keys)).to.equal('ec');
    const unknown = (): Promise<string> =>
      keys({ alg: 'RS256', kid: 'odd' }).then(
        () => 'found',
        ({ code }: { code: string }) => code,
      );
    expect(await unknown()).to.equal('ERR_JWKS_NO_MATCHING_KEY');
    later(31_000);
    expect(await unknown()).to.equal('ERR_JWKS_NO_MATCHING_KEY');
    expect(asked.filter((path) => path === '/keys')).to.have.length(2);
    expect(lines.filter((line) => line.includes('Key odd must be RSA of'))).to.have.length(1);
  });

  it('are not read beyond 256 KB', async () => {
    answers['/keys'] = JSON.stringify({ keys: [{ ...jwk, ...point }], padding: 'x'.repeat(256_000) });
    expect(await outcome(createDiscoveredKeys(origin, read, log))).to.equal('AUTH_UNAVAILABLE');
  });

  const wrong: Record<string, (issuer: string) => string | number> = {
    'that names another issuer': (issuer) => JSON.stringify({ issuer: `${issuer}/`, jwks_uri: `${issuer}/keys` }),
    'that has no keys': (issuer) => JSON.stringify({ issuer }),
    'whose keys are at a private address': (issuer) => JSON.stringify({ issuer, jwks_uri: 'https://10.0.0.1/keys' }),
    'whose keys are a file': (issuer) => JSON.stringify({ issuer, jwks_uri: 'file:///etc/passwd' }),
    'that is no JSON': () => '<html>',
    'that is null': () => 'null',
    'that leads elsewhere': () => 302,
  };
  for (const [what, create] of Object.entries(wrong)) {
    it(`are not found by metadata ${what}`, async () => {
      answers['/.well-known/openid-configuration'] = create(origin);
      expect(await outcome(createDiscoveredKeys(origin, read, log))).to.equal('AUTH_UNAVAILABLE');
      expect(asked).to.not.include('/keys');
    });
  }
});

describe('a document of another system', () => {
  const fault = (address: string, allowLoopback = true): Promise<string> =>
    createReader({ allowLoopback, timeoutMs: 500 })(address).then(
      () => 'none',
      (error: Error) => error.message,
    );
  const unreachable = 'It gives no answer at a public address.';
  it('tells nobody how a name resolves, or what is at an address that is not public', async () => {
    const names: Record<string, string[]> = {
      'private.example': ['10.1.2.3'],
      'six.example': ['fd00::1'],
      'local.example': ['127.0.0.1'],
    };
    const dns = await startDnsServer((name) => names[name] ?? []);
    const { port } = server.address() as AddressInfo;
    const reader = createReader({ allowLoopback: false, timeoutMs: 5_000, nameServers: [dns.address] });
    for (const name of [...Object.keys(names), 'unknown.example']) {
      const read = reader(`https://${name}:${port}/.well-known/openid-configuration`);
      expect(await read.catch(({ message }: Error) => message), name).to.equal(unreachable);
    }
    expect(await fault('http://127.0.0.1:1')).to.equal(unreachable);
    expect(asked).to.deep.equal([]);
    await dns.close();
  });
  it('is read from public addresses alone', async () => {
    for (const address of [origin, 'https://127.0.0.1', 'https://[::1]/', 'https://10.0.0.1', 'http://example.com'])
      expect(await fault(address, false), address).to.match(/^The address must /);
    expect(await fault('https://169.254.169.254/latest/meta-data')).to.equal(
      'The address must not be a private address.',
    );
    expect(asked).to.deep.equal([]);
  });
  it('is not followed, and not read beyond 1 MB', async () => {
    answers = { '/moved': 301, '/long': 'x'.repeat(1_000_001), '/full': 'x'.repeat(1_000_000) };
    expect(await fault(`${origin}/moved`)).to.equal('It answers with status 301.');
    expect(await fault(`${origin}/long`)).to.equal('Its answer is too long.');
    expect(await fault(`${origin}/full`)).to.equal('none');
    expect(asked).to.not.include('/keys');
  });
  it('is not waited for longer than that', async () => {
    const silent = createServer((_request, response) => void response.write('{'));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    expect(await fault(`http://127.0.0.1:${port}`)).to.equal(unreachable);
    silent.closeAllConnections();
    silent.close();
  });
});

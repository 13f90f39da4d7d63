// The configuration: complete or refused, with every fault named at once.
import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { readConfig } from '../../../src/platform/config/config.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';

const good = {
  NEO4J_URI: 'bolt://127.0.0.1:7687',
  NEO4J_PASSWORD: 'secret',
  REDIS_URL: 'redis://127.0.0.1:6379',
  TOKEN_KEY_FILE: 'key.json',
};
const faults = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the configuration', () => {
  it('has defaults, numbers as numbers, and cannot be changed', () => {
    const config = readConfig({ ...good, PORT: '8080', HOME: '/nowhere' });
    expect(config).to.include({ PORT: 8080, HOST: '127.0.0.1', NEO4J_USER: 'neo4j', LOG_LEVEL: 'info' });
    expect(config).to.not.have.property('HOME');
    expect(config).to.satisfy(Object.isFrozen);
  });

  it('names every fault in one message, and no value', () => {
    const message = faults({ PORT: 'http', NEO4J_URI: 'ftp://hidden', LOG_LEVEL: 'loud' });
    for (const part of [
      'PORT must be an integer from 0 to 65535',
      'NEO4J_URI must match',
      'NEO4J_PASSWORD is missing',
      'REDIS_URL is missing',
      'LOG_LEVEL must be',
      'set either TOKEN_JWKS_URL or TOKEN_KEY_FILE',
    ]) {
      expect(message).to.include(part);
    }
    expect(message).to.not.match(/hidden|loud|http\b/);
  });

  it('wants the name of a bucket beside the place where buckets are', () => {
    expect(faults({ ...good, FILES_ENDPOINT: 'http://127.0.0.1:9' })).to.include('FILES_BUCKET is missing');
    expect(faults({ ...good, FILES_ENDPOINT: 'http://127.0.0.1:9', FILES_BUCKET: 'profiles' })).to.equal('');
  });

  it('takes limits of requests for callers and tenants, each once', () => {
    for (const text of ['caller=600/60', 'tenant=6000/60', 'caller=600/60,tenant=6000/60', 'tenant=1/1,caller=1/1'])
      expect(faults({ ...good, RATE_LIMITS: text }), text).to.equal('');
    for (const text of ['600/60', 'caller=600', 'caller=0/60', 'user=1/1', 'caller=1/1,caller=2/1'])
      expect(faults({ ...good, RATE_LIMITS: text }), text).to.include('RATE_LIMITS must match');
  });

  it('takes addresses and networks of proxies', () => {
    for (const text of ['10.0.0.5', '10.0.0.5,10.1.0.0/24', 'fd00::/8, 127.0.0.1', '::1'])
      expect(faults({ ...good, TRUSTED_PROXIES: text }), text).to.equal('');
    for (const text of ['proxy', '10.0.0', '10.0.0.5/33', '10.0.0.5/', '*', '10.0.0.5;10.0.0.6', '999.0.0.1'])
      expect(faults({ ...good, TRUSTED_PROXIES: text }), text).to.include('TRUSTED_PROXIES must');
  });

  it('takes the address of a collector with or without a slash at its end', () => {
    for (const text of ['http://collector:4318', 'http://collector:4318/', 'https://collect.example/otlp/']) {
      const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = readConfig({ ...good, OTEL_EXPORTER_OTLP_ENDPOINT: text });
      expect(endpoint).to.equal(text.replace(/\/$/, ''));
    }
    for (const text of ['collector:4318', 'http://collector:99999', 'http://', 'http://collector:4318/?key=secret'])
      expect(faults({ ...good, OTEL_EXPORTER_OTLP_ENDPOINT: text }), text).to.equal(
        'Invalid configuration: OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address',
      );
  });

  it('checks the share of recorded traces only where a collector is configured', () => {
    const share = { ...good, OTEL_TRACES_SAMPLER_ARG: 'endpoint=http://sampler:14250' };
    expect(readConfig(share).OTEL_TRACES_SAMPLER_ARG).to.equal(1);
    expect(faults({ ...share, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })).to.include(
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    );
  });

  it('requires exactly one source of keys', () => {
    expect(faults({ ...good, TOKEN_JWKS_URL: 'https://id.example/keys' })).to.include('either');
    expect(faults({ ...good, TOKEN_KEY_FILE: '' })).to.include('either');
    expect(faults(good)).to.equal('');
  });

  it('lets a worker run without a key of tokens, given the secret of the service', () => {
    const worker = { ...good, TOKEN_KEY_FILE: '', FILE_LINK_KEY: 'k'.repeat(32) };
    expect(faults(worker)).to.include('either');
    expect(readConfig(worker, { verifiesTokens: false })).to.not.have.property('TOKEN_KEY_FILE');
    const without = (): unknown => readConfig({ ...worker, FILE_LINK_KEY: '' }, { verifiesTokens: false });
    expect(without).to.throw('set either TOKEN_JWKS_URL or TOKEN_KEY_FILE');
  });

  it('takes the keys of tokens over https alone, unless they are on this machine', () => {
    const faultsOf = (TOKEN_JWKS_URL: string): string =>
      faults({ ...good, TOKEN_KEY_FILE: '', FILE_LINK_KEY: 'k'.repeat(32), TOKEN_JWKS_URL });
    for (const text of [
      'https://id.example/keys?tenant=1',
      'http://localhost:8080/keys',
      'http://127.0.0.1/',
      'http://[::1]/',
    ])
      expect(faultsOf(text), text).to.equal('');
    for (const text of [
      'http://id.example/keys',
      'http://127.0.0.1.id.example/',
      'http://10.0.0.1/',
      'http://localhost.id.example',
      'http://',
    ])
      expect(faultsOf(text), text).to.include(
        'TOKEN_JWKS_URL must begin with https:// unless its host is this machine',
      );
  });

  for (const program of ['src/app/server.ts', 'src/app/worker.ts', 'scripts/checkin.ts migrate']) {
    it(`ends ${program} with code 1 and one line per fault when it is invalid, without a stack trace`, () => {
      const [file = '', ...args] = program.split(' ');
      const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
        cwd: projectFolder,
        encoding: 'utf8',
        env: { ...good, PATH: process.env['PATH'], PORT: 'http', REDIS_URL: 'cache', NEO4J_PASSWORD: '' },
      });
      expect([status, stdout]).to.deep.equal([1, '']);
      expect(stderr.trimEnd().split('\n')).to.deep.equal([
        'Invalid configuration: PORT must be an integer from 0 to 65535',
        'Invalid configuration: NEO4J_PASSWORD is missing',
        'Invalid configuration: REDIS_URL must match ^rediss?://',
      ]);
    });
  }
});

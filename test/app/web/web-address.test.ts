// Where the web app is for the people of a tenant, by the environment.
import { expect } from 'chai';
import { getWebUrl, readConfig } from '../../../src/platform/config/config.ts';
import { toWebBase } from '../../../src/platform/lib/web-address.ts';

const needed = {
  NEO4J_URI: 'bolt://127.0.0.1:7687',
  NEO4J_PASSWORD: 'x',
  REDIS_URL: 'redis://127.0.0.1:6379',
  TOKEN_KEY_FILE: 'key.json',
};
const base = (environment: NodeJS.ProcessEnv): string | undefined =>
  getWebUrl(readConfig({ ...needed, ...environment }));

describe('the address of the web app', () => {
  it('is that of the service where WEB is on, that of another one where WEB_URL names it, and none otherwise', () => {
    expect(base({})).to.equal(undefined);
    expect(base({ WEB: 'off' })).to.equal(undefined);
    expect(base({ WEB: 'on' })).to.equal('http://127.0.0.1:3000/app/{slug}#');
    expect(base({ WEB: 'on', PUBLIC_URL: 'https://check-in.example' })).to.equal(
      'https://check-in.example/app/{slug}#',
    );
    for (const WEB of ['on', 'off'])
      expect(base({ WEB, WEB_URL: 'https://app.example/x' })).to.equal('https://app.example/x');
    expect(() => base({ WEB: 'yes' })).to.throw('WEB must be one of off, on');
  });

  it('names the tenant in every place, as a segment of a path', () => {
    expect(toWebBase('https://check-in.example/app/{slug}#', 'acme')).to.equal('https://check-in.example/app/acme#');
    expect(toWebBase('https://{slug}.example/{slug}', 'acme')).to.equal('https://acme.example/acme');
    expect(toWebBase('https://app.example', 'acme')).to.equal('https://app.example');
    expect(toWebBase('https://app.example/{slug}', '$&/../b')).to.equal('https://app.example/%24%26%2F..%2Fb');
  });
});

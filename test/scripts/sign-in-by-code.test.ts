// checkin sign-in: a person enters a code at their company's provider, and commands act as them until they sign out.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { signInByCode } from '../../scripts/cli/sign-in.ts';
import { sharedCompany } from '../support/company.ts';
import { audience, clientId, enterCode, identityProvider } from '../support/identity-provider.ts';
import { service } from '../support/service.ts';
import { shell, type Ran } from '../support/shell.ts';

const api = service();
const accounts: { email: string; name: string }[] = [{ email: 'zed@elsewhere.example', name: 'Zed' }];
const idp = identityProvider(accounts);
const { folder, run, start } = shell();
const kept = path.join(folder, 'sign-in.json');
const acme = sharedCompany(api, 'Ada (admin)\n  Bob');
const address = (name: string): string => acme.people.find((person) => person.name === name)?.email ?? '';
const ownTenant = () => ({ CHECKIN_TENANT: acme.tenantId, WEBHOOKS_TO_LOOPBACK: 'allow' });
const checkin = (words: string, env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  run(words.split(' '), { ...ownTenant(), ...env });
/** Runs the command, and does as the person whom it tells where to go. */
async function signInAs(email: string): Promise<Ran> {
  let entered: Promise<unknown> | undefined;
  const onErr = (err: string): void => {
    const [, link] = /or open (\S+)\n/.exec(err) ?? [];
    if (link !== undefined) entered ??= enterCode(idp, { address: link, email });
  };
  const ran = await start(['sign-in', '--client', clientId], ownTenant(), { onErr });
  await entered;
  return ran;
}

before(async () => {
  accounts.push(...acme.people);
  const added = await checkin(`tenant idp add ${idp.issuer} --audience ${audience} --person email`);
  expect(added.code, added.err).to.equal(0);
});
afterEach(() => checkin('sign-out'));

describe('checkin sign-in', () => {
  it('lets commands act as the person, whose token only they can read, until they sign out', async () => {
    const { code, out, err } = await signInAs(address('Ada'));
    expect([code, out], err).to.deep.equal([0, '']);
    expect(err).to.match(/^Open http:\S+\/device and enter [A-Z-]+\nor open http.*\nCommands act as you until 20/);
    expect(statSync(kept).mode & 0o777).to.equal(0o600);
    expect((await checkin('tenant set minimumGroup=7')).code).to.equal(0);
    const [entry] = await api.graph.statement(
      "MATCH (e:AuditEntry {tenantId: $id, action: 'settings.update'}) RETURN e.actorId AS actorId",
      { id: acme.tenantId },
    );
    expect(entry).to.deep.equal({ actorId: acme.id('Ada') });
    expect((await checkin('outbox retry')).err).to.include('run "checkin sign-out"');
    expect((await checkin('tenant set minimumGroup=8', { CHECKIN_TOKEN: 'other' })).code).to.equal(1);
    expect((await checkin('sign-out')).code).to.equal(0);
    expect((await checkin('outbox retry')).code).to.equal(0);
  });

  it('keeps nothing for somebody whom the tenant does not know', async () => {
    const { code } = await signInAs('zed@elsewhere.example');
    expect(code).to.equal(1);
    expect(() => readFileSync(kept)).to.throw('ENOENT');
  });

  it('that has ended, or cannot be read, makes nobody the operator', async () => {
    writeFileSync(kept, JSON.stringify({ token: 'x', expiresAt: Date.parse('2020-01-01') }));
    for (const words of ['tenant set minimumGroup=9', 'outbox retry', 'tenant list']) {
      const { code, err } = await checkin(words);
      expect([code, err]).to.deep.equal([
        1,
        'Your sign-in has ended: run "checkin sign-in" again, or "checkin sign-out".\n',
      ]);
    }
    writeFileSync(kept, '{');
    expect((await checkin('tenant list')).code).to.equal(1);
  });

  it('says which provider there is not', async () => {
    const other = await checkin(`sign-in --client ${clientId} --issuer https://other.example`);
    expect([other.code, other.err]).to.deep.equal([
      1,
      `${acme.tenantId} has no such identity provider: checkin tenant idp ls.\n`,
    ]);
  });
});

describe('a code', () => {
  const client = () => ({ issuer: idp.issuer, audience, clientId, scope: 'openid email profile' });
  const lines: string[] = [];
  const tell = (line: string): void => void lines.push(line);
  const link = (): string => lines.at(-1)?.slice('or open '.length) ?? '';

  it('is asked for until somebody has entered it', async () => {
    let waits = 0;
    const token = await signInByCode(client(), tell, async (ms) => {
      expect(ms).to.be.at.least(1_000);
      if ((waits += 1) === 2) await enterCode(idp, { address: link(), email: address('Bob') });
    });
    expect(waits).to.equal(2);
    expect(decodeJwt(token)).to.deep.include({ aud: audience, email: address('Bob'), email_verified: true });
  });

  for (const [what, why, change, act] of [
    ['that is refused', /access_denied/, {}, () => enterCode(idp, { address: link(), email: null })],
    ['that nobody enters', /in time|expired/, {}, () => Promise.resolve()],
    ['of an unknown client', /invalid_client/, { clientId: 'nobody' }, () => Promise.resolve()],
    ['of another issuer', /another issuer|does not answer/, { issuer: 'http://127.0.0.1:9' }, () => Promise.resolve()],
    [
      'for another audience',
      /no token for the audience other/,
      { audience: 'other' },
      () => enterCode(idp, { address: link(), email: address('Bob') }),
    ],
  ] as const) {
    it(`${what} gives no token`, async () => {
      let entered: Promise<unknown> | undefined;
      const outcome = await signInByCode({ ...client(), ...change }, tell, () => (entered ??= act())).catch(String);
      expect(outcome).to.match(why);
    });
  }
});

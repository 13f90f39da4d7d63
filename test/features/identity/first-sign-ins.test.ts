// Sign-ins of subjects that are not known yet, which no limit of requests counts.
import { expect } from 'chai';
import pino from 'pino';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import { createIssuerFinder } from '../../../src/features/identity/sign-in.ts';
import type { KnownProvider } from '../../../src/features/identity/providers.ts';
import { firstSignIns } from '../../../src/platform/limits.ts';

const issuer = 'https://id.example';
const provider = (tenantId: string): KnownProvider => ({
  id: tenantId,
  tenantId,
  issuer,
  audience: tenantId,
  tenantClaim: null,
  tenantValue: null,
  personClaim: 'email' as const,
  slug: tenantId,
  revision: 0,
});

describe('the first sign-ins of a tenant', () => {
  const asked: string[] = [];
  let answers: (() => void)[] = [];
  /** Asks whose answers come by hand. */
  const graph = {
    bind: ({ tenantId = '' }: { tenantId?: string }) => ({
      atomically: () => {
        asked.push(tenantId);
        return new Promise((resolve) => answers.push(() => resolve({ userId: 'u', active: true, given: [] })));
      },
    }),
  } as unknown as GraphClient;
  const all = [provider('acme'), provider('other')];
  const providers = { list: () => Promise.resolve(all), of: () => Promise.resolve(all) };
  const finder = createIssuerFinder({
    graph,
    providers,
    read: () => Promise.reject(new Error()),
    log: pino({ level: 'silent' }),
    now: () => new Date(),
  });
  const signIn = async (aud: string, sub: string): Promise<unknown> => {
    const found = await finder(issuer);
    return Promise.resolve(found?.findCaller({ iss: issuer, aud, sub })).catch((error: { code: string }) => error.code);
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('are looked up a few at a time, while another tenant does not wait, and refused when too many do', async () => {
    const many = firstSignIns.atOnce + firstSignIns.waiting;
    const signedIn = Array.from({ length: many }, (_, place) => signIn('acme', `s${place}`));
    for (let turn = 0; turn < 5; turn += 1) await settle();
    expect(asked).to.deep.equal(Array<string>(firstSignIns.atOnce).fill('acme'));
    expect(await signIn('acme', 'one more')).to.equal('OVERLOADED');
    const other = signIn('other', 's');
    for (let turn = 0; turn < 5; turn += 1) await settle();
    expect(asked.at(-1)).to.equal('other');
    while (asked.length < many + 1) {
      for (const answer of answers.splice(0)) answer();
      await settle();
    }
    for (const answer of answers.splice(0)) answer();
    expect(await other).to.include({ tenantId: 'other' });
    expect(new Set((await Promise.all(signedIn)).map((one) => JSON.stringify(one)))).to.have.property('size', 1);
    answers = [];
  });
});

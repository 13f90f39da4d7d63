// An afternoon of one admin, Ada: a company, the accounts, the mailboxes, and the two questions that are asked of each of her tries.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { beforeEach, describe, it } from 'mocha';
import { createProvider } from '../../src/features/identity/manage-providers.ts';
import { isSecurityNotice, type NotificationType } from '../../src/features/notifications/registry.ts';
import { Attacker, drawing, signInLater } from './attacker.ts';
import { freshCompany } from './company.ts';
import { audience, identityProvider } from './identity-provider.ts';
import { sharedInbox, type Received } from './inbox.ts';
import { sharedWorker } from './in-process-worker.ts';
import { service } from './service.ts';
import { until } from './until.ts';

/** The notices of a move, and those of a change of access. */
export const moved: NotificationType[] = ['account.manager_changed', 'org.reports_moved'];
export const keyed: NotificationType[] = ['account.keys_changed', 'org.keys_changed'];

/** `told`: the notices of which one must reach somebody else if the try succeeds. `before`: what happens before the setting. */
export type Try = {
  told: NotificationType[];
  before?: (ada: Attacker) => Promise<unknown>;
  run: (ada: Attacker) => Promise<unknown>;
};

/** Opens the service, a worker and a mailbox for the tests of a file, and before each test a company with Ada and her account. */
export function openAfternoon() {
  const api = service(signInLater);
  const idp = identityProvider([]);
  const acme = freshCompany(api, drawing);
  const mailbox = sharedInbox();
  sharedWorker(api, mailbox, { now: () => new Date(Date.parse(api.clock.now) + 600_000) });
  let ada: Attacker;
  beforeEach(async () => {
    const ofTenant = { tenantClaim: 'org_id', tenantValue: acme.tenantId };
    const context = { now: api.clock.now, newId: () => randomUUID(), proof: 'operator' as const };
    const input = { issuer: idp.issuer, audience, personClaim: 'email' as const, ...ofTenant };
    await createProvider(api.graph.bind({ tenantId: acme.tenantId, userId: 'operator' }), input, context);
    ada = new Attacker(api, acme, idp);
    await ada.begin();
  });

  /** The mails of these types to these people. */
  async function mailsTo(ids: readonly string[], types: readonly NotificationType[]): Promise<Received[]> {
    const rows = await acme.statement(
      'MATCH (n:Notification {tenantId: $tenantId}) WHERE n.type IN $types AND n.userId IN $ids RETURN n.id AS id',
      { types, ids },
    );
    return (await Promise.all(rows.map(({ id }) => mailbox.mails(String(id))))).flat();
  }
  const isElsewhere = ({ destination }: Received): boolean => !destination.to.join().includes('@ada.test');

  /** @returns with which account, and where, Bob's words or scores were seen */
  async function attempt({ before, run }: Try, roleApproval: 'none' | 'second_admin'): Promise<string[]> {
    await before?.(ada);
    if (roleApproval === 'second_admin') await ada.set({ roleApproval }, 'Eve');
    await run(ada);
    await ada.look();
    return [...ada.seen];
  }

  return {
    api,
    acme,
    mailsTo,
    ada: () => ada,
    /** Asks both of each try: does Ada read nothing where a second admin decides, and is she noticed where none does? */
    describeTries(this: void, title: string, tries: Record<string, Try>): void {
      describe(title, () => {
        for (const [name, one] of Object.entries(tries)) {
          it(`${name}: reads nothing where a second admin decides`, async () => {
            expect(await attempt(one, 'second_admin'), ada.steps.join('\n')).to.deep.equal([]);
          });
          it(`${name}: is noticed where none does`, async () => {
            expect(one.told.filter((type) => !isSecurityNotice(type))).to.deep.equal([]);
            if ((await attempt(one, 'none')).length === 0) return;
            const find = async () => (await mailsTo(ada.others, one.told)).filter(isElsewhere);
            await until(find, ({ length }) => length > 0, 30).catch(() =>
              expect.fail(`nobody was told\n${[...ada.seen, ...ada.steps].join('\n')}`),
            );
          });
        }
      });
    },
  };
}

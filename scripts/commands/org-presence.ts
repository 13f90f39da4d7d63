// checkin org deactivate and activate: someone leaves, or is back.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { connected } from '../connect.ts';
import { normalEmail } from '../org/columns.ts';
import { nobody } from '../org/find-person.ts';
import { findTenant } from '../org/tenants.ts';
import { counted, print } from '../output.ts';

type Outcome = { name: string; wasActive: boolean; reports?: number; gone?: string[] };

/** Adds `org deactivate` and `org activate`. */
export function addOrgPresence(org: Command): void {
  org
    .command('deactivate <email>')
    .description(
      'someone leaves: they no longer count and no token of theirs is accepted; nothing of theirs is deleted',
    )
    .requiredOption('--tenant <slug>', 'the tenant')
    .action(async (email: string, { tenant }: { tenant: string }) => {
      const { name, wasActive, reports = 0 } = await change('deactivate', email, tenant);
      if (!wasActive) return print(`${name} had left already.`);
      if (reports > 0) {
        const people = counted(reports, 'active person reports', 'active people report');
        throw new Error(`${people} to ${normalEmail(email)}: move them first (checkin org move … --to …).`);
      }
      await print(`${name} has left.`);
    });

  org
    .command('activate <email>')
    .description('someone is back, where they were')
    .requiredOption('--tenant <slug>', 'the tenant')
    .action(async (email: string, { tenant }: { tenant: string }) => {
      const { name, wasActive, gone = [] } = await change('activate', email, tenant);
      if (wasActive) return print(`${name} is active already.`);
      if (gone.length > 0) {
        throw new Error(`Their manager ${gone.join(', ')} has left: move them first (checkin org move … --to …).`);
      }
      await print(`${name} is back.`);
    });
}

async function change(what: 'activate' | 'deactivate', email: string, slug: string): Promise<Outcome> {
  return connected(async ({ graph }) => {
    const { id: tenantId } = await findTenant(graph, slug);
    const params = { email: normalEmail(email), auditId: randomUUID(), now: new Date().toISOString() };
    const outcome = await graph.bind({ tenantId, userId: 'operator' }).write<Outcome>(`org/${what}`, params);
    if (!outcome) throw nobody(email);
    return outcome;
  });
}

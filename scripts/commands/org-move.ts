// checkin org move: gives someone another manager, by the rules of the API.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { messageOf } from '../../src/errors.ts';
import type { Graph } from '../../src/graph.ts';
import { connected } from '../connect.ts';
import { normalEmail } from '../org/columns.ts';
import { nobody, type FoundPerson } from '../org/find-person.ts';
import { findTenant } from '../org/tenants.ts';
import { print } from '../output.ts';

type Preview = { user: FoundPerson | null; manager: FoundPerson | null; fromEmails: string[]; cycle: boolean };

/** Adds `org move`. */
export function addOrgMove(org: Command): void {
  org
    .command('move <email>')
    .description('move someone, and with them everyone below, under another manager')
    .requiredOption('--to <managerEmail>', 'the manager', normalEmail)
    .requiredOption('--tenant <slug>', 'the tenant')
    .option('--dry-run', 'print what would happen, and change nothing')
    .action(async (address: string, { to, tenant, dryRun }: { to: string; tenant: string; dryRun?: true }) => {
      const email = normalEmail(address);
      const from = await connected(async ({ graph }) => {
        const { id: tenantId } = await findTenant(graph, tenant);
        return move(graph.bind({ tenantId, userId: 'operator' }), email, to, dryRun ?? false);
      });
      if (from === to) return print(`${email} reports to ${to} already.`);
      await print(`${dryRun ? 'Would move' : 'Moved'} ${email}: ${from || '(top)'} → ${to}.`);
    });
}

/** @returns the manager they had, empty at the top */
async function move(graph: Graph, email: string, to: string, dryRun: boolean): Promise<string> {
  const { user, manager, fromEmails, cycle } = await graph.one<Preview>('org/preview_move', {
    email,
    managerEmail: to,
  });
  if (!user) throw nobody(email);
  if (!manager) throw nobody(to);
  if (!manager.active) throw new Error(`${to} has left; choose a manager who is active.`);
  if (cycle) throw new Error(messageOf('REPORTING_CYCLE'));
  if (dryRun) return fromEmails.join(', ');
  const now = new Date().toISOString();
  const ids = { userId: user.id, managerId: manager.id, auditId: randomUUID() };
  const moved = await graph.write<{ managerFound: boolean; cycle: boolean }>('reporting-line/set_manager', {
    ...ids,
    now,
  });
  if (!moved?.managerFound) throw new Error(`${moved ? to : email} has left just now; nothing was changed.`);
  if (moved.cycle) throw new Error(messageOf('REPORTING_CYCLE'));
  return fromEmails.join(', ');
}

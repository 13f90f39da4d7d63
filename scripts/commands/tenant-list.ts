// checkin tenant list: the tenants there are.
import type { Command } from 'commander';
import { listTenants } from '../../src/org/tenants.ts';
import { connected } from '../connect.ts';
import { counted } from '../../src/pluralize.ts';
import { print, printJson, tell } from '../output.ts';

export function define(command: Command): void {
  command.option('--json', 'print them as JSON').action(async ({ json }: { json?: true }) => {
    const tenants = await connected(({ graph }) => listTenants(graph));
    if (json) return printJson(tenants);
    for (const { slug, id, name, timezone, createdAt } of tenants) {
      await print([slug, id, name, timezone, createdAt].join('\t'));
    }
    tell(`${counted(tenants.length, 'tenant')}.`);
  });
}

// checkin tenant list: lists the tenants.
import type { Command } from 'commander';
import { listTenants } from '../../../src/org/tenants.ts';
import { withConnection } from '../connect.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { print, printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.option('--json', 'print the tenants as JSON').action(async ({ json }: { json?: true }) => {
    const tenants = await withConnection(({ graph }) => listTenants(graph));
    if (json) return printJson(tenants);
    for (const { slug, id, name, timezone, createdAt } of tenants) {
      await print([slug, id, name, timezone, createdAt].join('\t'));
    }
    logToStderr(`${pluralize(tenants.length, 'tenant')}.`);
  });
}

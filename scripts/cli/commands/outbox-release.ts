// checkin outbox release: lets workers take the events that are held since a restore.
import type { Command } from 'commander';
import { findTenantId } from '../../../src/org/find-tenant.ts';
import { releaseEvents } from '../../../src/jobs/hold-after-restore.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { withConnection } from '../connect.ts';
import { printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command
    .option('--tenant <slug>', 'only the events of this tenant')
    .option('--json', 'print the count as JSON')
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      const events = await withConnection(async ({ graph }) => {
        const tenantId = tenant === undefined ? null : await findTenantId(graph, tenant);
        return releaseEvents(graph, tenantId, new Date());
      });
      if (json) await printJson({ events });
      logToStderr(`${pluralize(events, 'event')} released.`);
    });
}

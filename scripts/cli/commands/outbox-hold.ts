// checkin outbox hold: holds what a restored database would send.
import type { Command } from 'commander';
import { holdAfterRestore } from '../../../src/jobs/hold-after-restore.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { withConnection } from '../connect.ts';
import { printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.option('--json', 'print the count as JSON').action(async ({ json }: { json?: true }) => {
    const events = await withConnection(({ graph }) => holdAfterRestore(graph, new Date()));
    if (json) await printJson({ events });
    logToStderr(`${pluralize(events, 'event is', 'events are')} on hold until "checkin outbox release".`);
  });
}

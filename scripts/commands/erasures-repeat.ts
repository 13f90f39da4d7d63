// checkin erasures repeat: repeats the erasures of the erasure log in a restored database.
import type { Command } from 'commander';
import { openErasureLog, openErasureServices } from '../../src/org/erasure-log.ts';
import { repeatErasures } from '../../src/org/repeat-erasures.ts';
import { pluralize } from '../../src/pluralize.ts';
import { withConnection } from '../connect.ts';
import { logToStderr, printJson, withProgress } from '../output.ts';

export function define(command: Command): void {
  command.option('--json', 'print the counts as JSON').action(async ({ json }: { json?: true }) => {
    const { people, tenants } = await withConnection(async ({ graph, config }) => {
      const entries = await openErasureLog(config.ERASURE_LOG).read();
      const services = openErasureServices(graph, config);
      return withProgress('erasing', (progress) => repeatErasures(services, entries, { now: new Date(), progress }));
    });
    if (json) await printJson({ people, tenants });
    logToStderr(`Erased again: ${pluralize(people, 'person', 'people')}, ${pluralize(tenants, 'tenant')}.`);
  });
}

// checkin erasures repeat: repeats the erasures of the erasure log in a restored database.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openErasureLog, openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { repeatErasures } from '../../../src/features/personal-data/repeat-erasures.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { withConnection } from '../connect.ts';
import { logToStderr, printJson, withProgress } from '../output.ts';

export function define(command: Command): void {
  command.option('--json', 'print the counts as JSON').action(async ({ json }: { json?: true }) => {
    const { people, tenants } = await withConnection(async ({ graph, config }) => {
      const file = resolve(config.ERASURE_LOG);
      if (!existsSync(file)) throw new Error(describeMissing(file));
      const entries = await openErasureLog(file).read();
      const services = openErasureServices(graph, config);
      return withProgress('erasing', (progress) => repeatErasures(services, entries, { now: new Date(), progress }));
    });
    if (json) await printJson({ people, tenants });
    logToStderr(`Erased again: ${pluralize(people, 'person', 'people')}, ${pluralize(tenants, 'tenant')}.`);
  });
}

function describeMissing(file: string): string {
  return (
    `There is no erasure log ${file}. Name it by ERASURE_LOG. If nobody was ever erased, and no tenant deleted, there is ` +
    'nothing to repeat.'
  );
}

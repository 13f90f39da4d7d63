// checkin seed: creates the demo companies.
import type { Command } from 'commander';
import { openStorage } from '../../../src/platform/storage/storage.ts';
import { withConnection } from '../connect.ts';
import { seed } from '../../tools/demo/seed.ts';
import { print, printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command
    .option('--json', 'print the people to explore the demo as, as JSON')
    .action(async ({ json }: { json?: true }) => {
      const seeded = await withConnection(({ graph, config }) =>
        seed(graph, { files: openStorage(config), now: new Date(), report: logToStderr }),
      );
      if (json) return printJson(seeded);
      for (const { slug, people } of seeded.tenants) {
        for (const { email, role } of people) await print(`${slug}\t${role}\t${email}`);
      }
    });
}

// checkin seed: fills the database with the demo company.
import type { Command } from 'commander';
import { openStorage } from '../../src/storage/storage.ts';
import { withConnection } from '../connect.ts';
import { seed } from '../demo/seed.ts';
import { print, printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.option('--json', 'print who was made as JSON').action(async ({ json }: { json?: true }) => {
    const result = await withConnection(({ graph, config }) =>
      seed(graph, { files: openStorage(config), now: new Date(), report: logToStderr }),
    );
    if (json) return printJson(result);
    for (const { slug, people } of result.tenants) {
      for (const { email, role } of people) await print(`${slug}\t${role}\t${email}`);
    }
  });
}

// checkin seed: fills the database with the demo company.
import type { Command } from 'commander';
import { openFiles } from '../../src/storage/storage.ts';
import { connected } from '../connect.ts';
import { seed } from '../demo/seed.ts';
import { print, printJson, tell } from '../output.ts';

export function define(command: Command): void {
  command.option('--json', 'print who was made as JSON').action(async ({ json }: { json?: true }) => {
    const made = await connected(({ graph, config }) =>
      seed(graph, { files: openFiles(config), now: new Date(), report: tell }),
    );
    if (json) return printJson(made);
    for (const { slug, people } of made.tenants) {
      for (const { email, role } of people) await print(`${slug}\t${role}\t${email}`);
    }
  });
}

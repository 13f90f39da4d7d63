// checkin seed: fills the database with the demo company.
import type { Command } from 'commander';
import { openFiles } from '../../src/outside/files.ts';
import { connected } from '../connect.ts';
import { print, tell } from '../output.ts';

/** Adds `seed`. */
export function addSeed(program: Command): void {
  program
    .command('seed')
    .description('make the demo company, with people of every role; safe to repeat')
    .option('--json', 'print who was made as JSON')
    .action(async ({ json }: { json?: true }) => {
      const { seed } = await import('../demo/seed.ts');
      const made = await connected(({ graph, config }) =>
        seed(graph, { files: openFiles(config), now: new Date(), report: tell }),
      );
      if (json) return print(JSON.stringify(made, null, 2));
      for (const { slug, people } of made.tenants) {
        for (const { email, role } of people) await print(`${slug}\t${role}\t${email}`);
      }
    });
}

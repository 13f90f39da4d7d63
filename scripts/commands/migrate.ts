// checkin migrate: brings the database up to this program's schema.
import type { Command } from 'commander';
import { migrate } from '../../src/schema.ts';
import { connected } from '../connect.ts';
import { print, tell } from '../output.ts';

/** Adds `migrate`. */
export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to the schema of this program; safe to repeat')
    .action(async () => {
      const applied = await connected(({ graph }) => migrate(graph, tell), { anySchema: true });
      await print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
    });
}

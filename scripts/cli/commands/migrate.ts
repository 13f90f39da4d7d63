// checkin migrate: applies pending schema migrations.
import type { Command } from 'commander';
import { migrate } from '../../../src/platform/graph/queries/migrations.ts';
import { withConnection } from '../connect.ts';
import { print, printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.option('--json', 'print the applied migrations as JSON').action(async ({ json }: { json?: true }) => {
    const applied = await withConnection(({ graph }) => migrate(graph, logToStderr), { anySchema: true });
    if (json) return printJson({ applied });
    await print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
  });
}

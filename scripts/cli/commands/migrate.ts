// checkin migrate: applies pending schema migrations, and mends what processes of the release before have written since.
import type { Command } from 'commander';
import { migrate } from '../../../src/graph/queries/migrations.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { sortPeople } from '../../../src/org/sort-people.ts';
import { withConnection } from '../connect.ts';
import { print, printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command.option('--json', 'print the applied migrations as JSON').action(async ({ json }: { json?: true }) => {
    const applied = await withConnection(
      async ({ graph }) => {
        const versions = await migrate(graph, logToStderr);
        const sorted = await sortPeople(graph);
        if (sorted > 0) logToStderr(`Listed again: ${pluralize(sorted, 'person', 'people')} of an earlier release.`);
        return versions;
      },
      { anySchema: true },
    );
    if (json) return printJson({ applied });
    await print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
  });
}

// checkin org export-person: writes everything that is stored about a person, for a request under Art. 15 GDPR.
import { Option, type Command } from 'commander';
import { openExactGraph } from '../../../src/platform/graph/exact/exact-graph.ts';
import { exportPerson } from '../../../src/features/personal-data/export-person.ts';
import { findTenant } from '../../../src/features/organisation/tenants/tenants.ts';
import type { Language } from '../../../src/platform/lib/languages.ts';
import { languageOption, tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { writeOutput } from '../report/destination.ts';

type Options = { tenant: string; format: 'json' | 'html'; out?: string; language?: Language };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .addOption(new Option('--format <format>', 'json or html').choices(['json', 'html']).default('json'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .option('--out <file>', 'write to this file, atomically')
    .addOption(languageOption('en', '; JSON is for machines, in English'))
    .action(async (email: string, { tenant: slug, format, out, language = 'en' }: Options) => {
      const data = await withConnection(async ({ graph, config }) => {
        const { id, name } = await findTenant(graph, slug);
        const exact = openExactGraph(config, id);
        try {
          return await exportPerson(graph, exact, { id, name }, { email, now: new Date() });
        } finally {
          await exact.close();
        }
      });
      const text =
        format === 'json'
          ? `${JSON.stringify(data, null, 2)}\n`
          : (await import('../report/person-page.ts')).renderPersonPage(data, language);
      await writeOutput(out, [text]);
    });
}

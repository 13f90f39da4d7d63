// checkin retention: counts what the retention of a tenant would delete now. It deletes nothing: workers do, once a day.
import { InvalidArgumentError, type Command } from 'commander';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { countExpired } from '../../../src/features/personal-data/retention.ts';
import { parseSettings, settings } from '../../../src/platform/settings/settings.ts';
import { withCaller } from '../caller.ts';
import { tenantOption } from '../command-tree.ts';
import { logToStderr, print, printJson } from '../output.ts';

type Options = { tenant: string; rules?: string[]; json?: true };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--rules <rules>', `instead of the setting: ${settings.retention.expects}`, parseRules)
    .option('--json', 'print the counts as JSON')
    .action(async ({ tenant: slug, rules, json }: Options) => {
      await withCaller(slug, 'organisation:manage', async ({ graph, tenantId, tenant }) => {
        const expired = await countExpired(graph, tenantId, rules ?? tenant.retention, new Date());
        if (json) return printJson(expired);
        for (const { kind, days, count } of expired) await print(`${kind}\t${days}\t${count}`);
        const items = expired.reduce((sum, { count }) => sum + count, 0);
        logToStderr(`${pluralize(items, 'item is', 'items are')} older than these rules. Nothing was deleted.`);
      });
    });
}

function parseRules(text: string): string[] {
  const { values, faults } = parseSettings({ retention: text });
  if (!values.retention) throw new InvalidArgumentError(faults.join(' '));
  return values.retention;
}

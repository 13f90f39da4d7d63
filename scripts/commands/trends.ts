// checkin trends run: looks for trends by hand, in the foreground, and prints the flags.
import type { Command } from 'commander';
import { findTrends, keepTrends, type NamedFlag } from '../../src/jobs/detect-trends.ts';
import { findTenant } from '../../src/org/tenants.ts';
import { thisWeek, weeksLater } from '../../src/rules/weeks.ts';
import { tenantOption } from '../command-tree.ts';
import { connected } from '../connect.ts';
import { counted } from '../../src/pluralize.ts';
import { print, tell, withProgress } from '../output.ts';
import { monday } from './week.ts';

type Wish = { tenant: string; week?: string; dryRun?: true; json?: true };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option(
      '--week <date>',
      'any day of a week that is over (default: last week); only of last week people are told',
      monday,
    )
    .option('--dry-run', 'print the flags, keep none and tell nobody')
    .option('--json', 'print the flags as JSON')
    .action(async ({ tenant, week, dryRun, json }: Wish) => {
      await connected(async ({ graph }) => {
        const { id: tenantId, timezone } = await findTenant(graph, tenant);
        const now = new Date().toISOString();
        const lastWeek = weeksLater(thisWeek(now, timezone), -1);
        const weekStart = week ?? lastWeek;
        if (weekStart > lastWeek) throw new Error(`The week of ${weekStart} is not over yet; choose an earlier one.`);
        const found = await withProgress('looking at people', (progress) =>
          findTrends(graph.bind({ tenantId }), weekStart, { progress }),
        );
        if (!dryRun) await keepTrends(graph, tenantId, found, { now, tell: weekStart === lastWeek });
        if (json) await print(JSON.stringify(found.flags, withoutWriters, 2));
        else for (const flag of found.flags) await print(lineOf(flag));
        const people = counted(found.people, 'person', 'people');
        tell(`${counted(found.flags.length, 'flag')} in the week of ${weekStart}, among ${people}.`);
        if (dryRun) tell('A dry run: no flag was kept, and nobody is told.');
      });
    });
}

/** Who stands behind a department's flag is nobody's to know. */
function withoutWriters(key: string, value: unknown): unknown {
  return key === 'weekWriters' ? undefined : value;
}

function lineOf({ scope, name, dimension, direction, n, recentMean, baselineMean, adjustedP }: NamedFlag): string {
  const digits = scope === 'individual' ? 2 : 1;
  const means = `${baselineMean.toFixed(digits)} → ${recentMean.toFixed(digits)}`;
  return [scope, name, dimension, direction, means, `n ${n}`, `adjusted p ${adjustedP.toPrecision(2)}`].join('\t');
}

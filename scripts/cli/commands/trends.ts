// checkin trends run: detects trends in the foreground, and prints the flags.
import type { Command } from 'commander';
import { toAuditValues } from '../../../src/platform/schema/audit.ts';
import { detectTrends, saveTrends, type NamedFlag } from '../../../src/features/trends/detect-trends.ts';
import { getCurrentMonday, addWeeks } from '../../../src/platform/time/weeks.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { logToStderr, print, withProgress } from '../output.ts';
import { parseWeek } from './week.ts';

type Options = { tenant: string; week?: string; dryRun?: true; json?: true };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option(
      '--week <date>',
      'any day of a finished week (default: last week); people are notified of last week only',
      parseWeek,
    )
    .option('--dry-run', 'print the flags, store none and notify nobody')
    .option('--json', 'print the flags as JSON')
    .action(async ({ tenant, week, dryRun, json }: Options) => {
      await withCaller(tenant, 'operator', async ({ graph, tenantId, tenant: { timezone }, record }) => {
        const now = new Date().toISOString();
        const lastWeek = addWeeks(getCurrentMonday(now, timezone), -1);
        const weekStart = week ?? lastWeek;
        if (weekStart > lastWeek) throw new Error(`The week of ${weekStart} is not finished; choose an earlier one.`);
        const detection = await withProgress('screening people', (progress) =>
          detectTrends(graph.bind({ tenantId }), weekStart, { progress }),
        );
        if (!dryRun) {
          await record('trends.run', toAuditValues([{ field: 'week', after: weekStart }]));
          await saveTrends(graph, tenantId, detection, { now, notify: weekStart === lastWeek });
        }
        if (json) await print(JSON.stringify(detection.flags, withoutWriters, 2));
        else for (const flag of detection.flags) await print(formatFlag(flag));
        const people = pluralize(detection.people, 'person', 'people');
        logToStderr(`${pluralize(detection.flags.length, 'flag')} in the week of ${weekStart}, among ${people}.`);
        if (dryRun) logToStderr('Dry run: no flag was stored, and nobody is notified.');
      });
    });
}

/** Leaves out the people behind a department's flag, which nobody may see. */
function withoutWriters(key: string, value: unknown): unknown {
  return key === 'weekWriters' ? undefined : value;
}

function formatFlag({ scope, name, dimension, direction, n, recentMean, baselineMean, adjustedP }: NamedFlag): string {
  const digits = scope === 'individual' ? 2 : 1;
  const means = `${baselineMean.toFixed(digits)} → ${recentMean.toFixed(digits)}`;
  return [scope, name, dimension, direction, means, `n ${n}`, `adjusted p ${adjustedP.toPrecision(2)}`].join('\t');
}

// checkin digest run: sends the weekly digest and the reminder to people without goals.
import type { Command } from 'commander';
import { toAuditValues } from '../../../src/platform/schema/audit.ts';
import { openWeeklyRuns, previewWeeklyRuns } from '../../../src/features/schedules/weekly-runs.ts';
import { getCurrentMonday, addWeeks } from '../../../src/platform/time/weeks.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { print, printJson, logToStderr } from '../output.ts';
import { parseWeek } from './week.ts';

type Options = { tenant: string; week?: string; dryRun?: true; json?: true };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--week <date>', 'any day of the week in which they are due (default: this week)', parseWeek)
    .option('--dry-run', 'print the recipients, and send nothing')
    .option('--json', 'print the outcome as JSON')
    .action(async ({ tenant, week, dryRun, json }: Options) => {
      await withCaller(tenant, 'operator', async ({ graph, tenantId, tenant: { timezone }, record }) => {
        const now = new Date().toISOString();
        const current = getCurrentMonday(now, timezone);
        const at = week ?? current;
        if (at > current) throw new Error(`The week of ${at} has not started; choose this week or an earlier one.`);
        if (dryRun) {
          const { digest, nonSetters } = await previewWeeklyRuns(graph, tenantId, at, now);
          const states = { digestSent: digest === null, nonSettersSent: nonSetters === null };
          if (json) return printJson({ digest: digest ?? [], nonSetters: nonSetters ?? [], ...states });
          for (const email of digest ?? []) await print(`digest\t${email}`);
          for (const email of nonSetters ?? []) await print(`non-setters\t${email}`);
          if (states.digestSent) logToStderr(`The digest of the week of ${addWeeks(at, -1)} has already been sent.`);
          if (states.nonSettersSent) logToStderr(`The reminder for the week of ${at} has already been sent.`);
          return logToStderr('Dry run: nothing was sent.');
        }
        await record('digest.run', toAuditValues([{ field: 'week', after: at }]));
        const { digest, nonSetters } = await openWeeklyRuns(graph, tenantId, at, now);
        if (json) await printJson({ digest, nonSetters });
        logToStderr(formatOutcome('The digest', addWeeks(at, -1), digest));
        logToStderr(formatOutcome('The reminder to people without goals', at, nonSetters));
      });
    });
}

function formatOutcome(message: string, week: string, recipients: number | null): string {
  const subject = `${message} of the week of ${week}`;
  return recipients === null
    ? `${subject} has already been sent.`
    : `${subject} goes to ${pluralize(recipients, 'person', 'people')}.`;
}

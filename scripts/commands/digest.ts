// checkin digest run: the weekly digest and the push to people without goals, by hand.
import type { Command } from 'commander';
import { rolesWithTenantScope } from '../../src/access.ts';
import { openWeeklyRuns } from '../../src/jobs/weekly-runs.ts';
import { findTenant } from '../../src/org/tenants.ts';
import { getCurrentMonday, addWeeks } from '../../src/rules/weeks.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { pluralize } from '../../src/pluralize.ts';
import { print, printJson, logToStderr } from '../output.ts';
import { parseWeek } from './week.ts';

type Options = { tenant: string; week?: string; dryRun?: true; json?: true };
type Preview = { digest: string[]; nonSetters: string[]; digestSent: boolean; nonSettersSent: boolean };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--week <date>', 'any day of the week in which they are sent (default: this week)', parseWeek)
    .option('--dry-run', 'print who would get what, and send nothing')
    .option('--json', 'print the outcome as JSON')
    .action(async ({ tenant, week, dryRun, json }: Options) => {
      await withConnection(async ({ graph }) => {
        const { id: tenantId, timezone } = await findTenant(graph, tenant);
        const now = new Date().toISOString();
        const current = getCurrentMonday(now, timezone);
        const at = week ?? current;
        if (at > current) throw new Error(`The week of ${at} has not begun yet; choose this week or an earlier one.`);
        if (dryRun) {
          const weeks = {
            thisWeek: at,
            lastWeek: addWeeks(at, -1),
            rolesWithTenantScope: rolesWithTenantScope('digest:read'),
          };
          const preview = await graph.bind({ tenantId }).one<Preview>('notifications/preview_runs', weeks);
          if (json) return printJson(preview);
          for (const email of preview.digestSent ? [] : preview.digest) await print(`digest\t${email}`);
          for (const email of preview.nonSettersSent ? [] : preview.nonSetters) await print(`non-setters\t${email}`);
          if (preview.digestSent) logToStderr(`The digest of the week of ${weeks.lastWeek} was sent already.`);
          if (preview.nonSettersSent) logToStderr(`The push for the week of ${at} was sent already.`);
          return logToStderr('A dry run: nothing was sent.');
        }
        const { digest, nonSetters } = await openWeeklyRuns(graph, tenantId, at, now);
        if (json) await printJson({ digest, nonSetters });
        logToStderr(sentence('The digest', addWeeks(at, -1), digest));
        logToStderr(sentence('The push to people without goals', at, nonSetters));
      });
    });
}

function sentence(what: string, week: string, recipients: number | null): string {
  const about = `${what} of the week of ${week}`;
  return recipients === null
    ? `${about} was sent already.`
    : `${about} goes to ${pluralize(recipients, 'person', 'people')}.`;
}

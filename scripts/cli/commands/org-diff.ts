// checkin org diff: prints what changed in the reporting lines between two times.
import { Option, type Command } from 'commander';
import { diffCharts, type ChartDiff } from '../../../src/org/diff.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { isLater } from '../../../src/rules/as-of.ts';
import type { Structure } from '../../../src/chart/structure.ts';
import { parseTime, toViewParams } from '../as-of.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr, print, printJson } from '../output.ts';

type Options = { tenant: string; from: string; to?: string; json?: true };

const timeOption = (flags: string, description: string): Option => new Option(flags, description).argParser(parseTime);

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .addOption(timeOption('--from <time>', 'the end of this day, or this instant').makeOptionMandatory())
    .addOption(timeOption('--to <time>', 'the end of this day, or this instant (default: now)'))
    .option('--json', 'print the changes as JSON')
    .action(async ({ tenant: slug, from, to, json }: Options) => {
      const now = new Date().toISOString();
      await withCaller(slug, 'organisation:manage', async ({ graph, tenant }) => {
        if (isLater(from, to ?? now, now, tenant.timezone)) throw new Error('--from is later than --to.');
        const views = { from: toViewParams(from, tenant, now), to: toViewParams(to, tenant, now) };
        const diff = await diffCharts(graph, tenant, views);
        if (json) await printJson(diff);
        else await printDiff(diff);
        logToStderr(
          `${describe(diff, tenant.minimumGroup)}\nBefore: ${format(diff.before)}\nAfter: ${format(diff.after)}`,
        );
      });
    });
}

async function printDiff({ moved, joined, flows }: ChartDiff): Promise<void> {
  for (const { email, from, to } of moved) await print(`moved\t${email}\t${from ?? ''}\t${to ?? ''}`);
  for (const { email, to } of joined) await print(`joined\t${email}\t\t${to ?? ''}`);
  for (const { from, to, people } of flows) await print(`flow\t${people}\t${from ?? ''}\t${to ?? ''}`);
}

function describe({ moved, joined, smallFlows }: ChartDiff, minimumGroup: number): string {
  const hidden = pluralize(smallFlows, 'flow', 'flows');
  const note = smallFlows > 0 ? ` ${hidden} of fewer than ${minimumGroup} people not shown.` : '';
  return `${pluralize(moved.length, 'person', 'people')} moved, ${joined.length} joined.${note}`;
}

function format({ people, layers, managers, managersWithOneReport, withoutManager, span }: Structure): string {
  const spans = span ? `spans ${span.p10} to ${span.p90} (P10, P90), median ${span.median}` : 'no spans';
  return [
    pluralize(people, 'person', 'people'),
    pluralize(layers, 'layer'),
    `${pluralize(managers, 'manager')}, ${managersWithOneReport} with one report`,
    `${withoutManager} without a manager`,
    `${spans}.`,
  ].join(', ');
}

// checkin org show, tree, diff, export: the organisation of a tenant as it is, and as it was.
import { type Command, Option } from 'commander';
import type { Structure } from '../../../src/platform/chart/structure.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { normalizeEmail } from '../../../src/features/organisation/import/columns.ts';
import { diffCharts, type ChartDiff } from '../../../src/features/organisation/import/diff.ts';
import { exportPeople } from '../../../src/features/organisation/import/export.ts';
import { personNotFound, showPerson, type Colleague } from '../../../src/features/organisation/people/find-person.ts';
import { readAllPeople } from '../../../src/features/organisation/people/people.ts';
import { formatTreeLine, listTree, type TreeStep } from '../../../src/features/organisation/import/tree.ts';
import { isLater } from '../../../src/platform/time/as-of.ts';
import { asOfOption, toViewParams, parseTime } from '../as-of.ts';
import { withCaller } from '../caller.ts';
import { addTenantOptions, type TenantOptions, tenantOption } from '../command-tree.ts';
import { print, printJson, logToStderr, write } from '../output.ts';

export const define = {
  show: defineShow,
  tree: defineTree,
  diff: defineDiff,
  export: defineExport,
};

function defineShow(command: Command): void {
  addTenantOptions(command, 'the person').action(async (email: string, { tenant, json }: TenantOptions) => {
    const person = await withCaller(tenant, 'organisation:manage', ({ graph, tenantId }) =>
      showPerson(graph, tenantId, email),
    );
    if (json) return printJson(person);
    const { managers, reports, roles, active, ...texts } = person;
    const lines = [
      ...Object.entries(texts).map(([name, text]) => [name, text ?? 'none']),
      ['roles', roles.join(',') || 'none'],
      ['active', String(active)],
      ...managers.map((manager) => ['manager', ...formatCells(manager)]),
      ...reports.map((report) => ['report', ...formatCells(report)]),
    ];
    for (const line of lines) await print(line.join('\t').replaceAll('\n', ' '));
  });
}

function formatCells({ email, name, jobTitle, active }: Colleague): string[] {
  return [email, name, jobTitle ?? '', ...(active ? [] : ['inactive'])];
}

function defineTree(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--from <email>', 'start with this person', normalizeEmail)
    .addOption(asOfOption())
    .option('--json', 'print the people in tree order as JSON, with their depth')
    .action(async ({ tenant: slug, from, asOf, json }: TreeOptions) => {
      const people = await withCaller(slug, 'organisation:manage', ({ graph, tenant }) => {
        const view = toViewParams(asOf, tenant, new Date().toISOString());
        return graph.transaction({ tenantId: tenant.id }, (tx) => readAllPeople(tx, view));
      });
      if (from !== undefined && !people.some(({ email }) => email === from)) throw personNotFound(from);
      const { steps, unreached } = listTree(people, from);
      if (json) await printJson(steps.map(toJson));
      else for (const step of steps) await print(formatTreeLine(step));
      if (unreached > 0)
        logToStderr(
          `Not shown: ${pluralize(unreached, 'person', 'people')} in or below a cycle; see "checkin org check".`,
        );
    });
}

type TreeOptions = { tenant: string; from?: string; asOf?: string; json?: true };

function toJson({ person, depth }: TreeStep): Record<string, unknown> {
  const { id, email, name, jobTitle, team, managerEmails } = person;
  return {
    depth,
    id,
    email,
    name,
    jobTitle: jobTitle || null,
    team: team || null,
    managerEmail: managerEmails[0] ?? null,
  };
}

type DiffOptions = { tenant: string; from: string; to?: string; json?: true };

const timeOption = (flags: string, description: string): Option => new Option(flags, description).argParser(parseTime);

function defineDiff(command: Command): void {
  command
    .addOption(tenantOption())
    .addOption(timeOption('--from <time>', 'the end of this day, or this instant').makeOptionMandatory())
    .addOption(timeOption('--to <time>', 'the end of this day, or this instant (default: now)'))
    .option('--json', 'print the changes as JSON')
    .action(async ({ tenant: slug, from, to, json }: DiffOptions) => {
      const now = new Date().toISOString();
      await withCaller(slug, 'organisation:manage', async ({ graph, tenant }) => {
        if (isLater(from, to ?? now, now, tenant.timezone)) throw new Error('--from is later than --to.');
        const views = { from: toViewParams(from, tenant, now), to: toViewParams(to, tenant, now) };
        const diff = await diffCharts(graph, tenant, views);
        if (json) await printJson(diff);
        else await printDiff(diff);
        logToStderr(
          `${describeDiff(diff, tenant.minimumGroup)}\nBefore: ${formatStructure(diff.before)}\nAfter: ${formatStructure(diff.after)}`,
        );
      });
    });
}

async function printDiff({ moved, joined, flows }: ChartDiff): Promise<void> {
  for (const { email, from, to } of moved) await print(`moved\t${email}\t${from ?? ''}\t${to ?? ''}`);
  for (const { email, to } of joined) await print(`joined\t${email}\t\t${to ?? ''}`);
  for (const { from, to, people } of flows) await print(`flow\t${people}\t${from ?? ''}\t${to ?? ''}`);
}

function describeDiff({ moved, joined, smallFlows }: ChartDiff, minimumGroup: number): string {
  const hidden = pluralize(smallFlows, 'flow', 'flows');
  const note = smallFlows > 0 ? ` ${hidden} of fewer than ${minimumGroup} people not shown.` : '';
  return `${pluralize(moved.length, 'person', 'people')} moved, ${joined.length} joined.${note}`;
}

function formatStructure({ people, layers, managers, managersWithOneReport, withoutManager, span }: Structure): string {
  const spans = span ? `spans ${span.p10} to ${span.p90} (P10, P90), median ${span.median}` : 'no spans';
  return [
    pluralize(people, 'person', 'people'),
    pluralize(layers, 'layer'),
    `${pluralize(managers, 'manager')}, ${managersWithOneReport} with one report`,
    `${withoutManager} without a manager`,
    `${spans}.`,
  ].join(', ');
}

function defineExport(command: Command): void {
  command
    .addOption(tenantOption())
    .addOption(new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .addOption(asOfOption())
    .action(async ({ tenant: slug, format, asOf }: { tenant: string; format: 'csv' | 'json'; asOf?: string }) => {
      await withCaller(slug, 'organisation:manage', async ({ graph, tenant, record }) => {
        await record('organisation.export');
        await exportPeople(graph, tenant.id, format, write, toViewParams(asOf, tenant, new Date().toISOString()));
      });
    });
}

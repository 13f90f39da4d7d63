// checkin org import: brings a tenant's organisation to what a file says.
import type { Command } from 'commander';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { importPeople, type ImportResult } from '../../src/org/import.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { print, printJson, withProgress, write } from '../output.ts';
import { readInput, refuseFile } from './input-file.ts';

type Options = { tenant: string; dryRun?: true; json?: true };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
The file is a CSV in UTF-8 with the columns email, name, jobTitle, team, department, managerEmail and roles
(several roles are separated by ";"), and perhaps startDate, a date such as 2026-11-16: nobody is missing in a week that
ends before it. An empty startDate takes it away; without the column all stay as they are. People are known by their address; the rows may be in any order. No managerEmail is
the top. Whoever is in the tenant but not in the file stays as they are; but a department belongs to the team, so that
they come along when the file gives their team another one.`,
    )
    .action(async (file: string, { tenant, dryRun: dry, json }: Options) => {
      const dryRun = dry ?? false;
      const csv = readInput(file);
      const result = await withConnection(async ({ graph }) => {
        const id = await findTenantId(graph, tenant);
        return withProgress('importing', (progress) =>
          importPeople(graph, { id }, csv, { dryRun, now: new Date(), progress }),
        );
      });
      if (json) await printJson(result);
      if (result.faults.length > 0) return refuseFile(file, result.faults);
      if (json) return;
      if (dryRun) await write(differences(result));
      await print(summary(result, dryRun));
      if (!dryRun) await write(joinLines([...describeDepartments(result), ...describeLeftOut(result)]));
    });
}

const joinLines = (lines: string[]): string => lines.map((line) => `${line}\n`).join('');
const describeLeftOut = (result: ImportResult): string[] => result.leftOut.map((email) => `left out\t${email}`);
const describeDepartments = (result: ImportResult): string[] =>
  result.departments.flatMap(({ team, from, to, leftOut: people }) =>
    people.map((email) => `department\t${email}\t${from || '(none)'} → ${to || '(none)'}, with the team ${team}`),
  );

function differences(result: ImportResult): string {
  const { created, changed, moved } = result;
  const top = (email: string): string => (email === '' ? '(top)' : email);
  const lines = [
    ...created.map(({ email, name }) => `new\t${email}\t${name.replaceAll('\n', ' ')}`),
    ...changed.map(({ email, fields }) => `changed\t${email}\t${fields.join(', ')}`),
    ...moved.map(({ email, from, to }) => `moved\t${email}\t${top(from)} → ${top(to)}`),
    ...describeDepartments(result),
    ...describeLeftOut(result),
  ];
  return joinLines(lines);
}

function summary(result: ImportResult, dryRun: boolean): string {
  const { created, changed, moved, unchanged } = result;
  const counts = { new: created, changed, moved };
  const parts = Object.entries(counts).map(([what, { length }]) => `${length.toLocaleString('en')} ${what}`);
  const rest = [
    `${unchanged.toLocaleString('en')} unchanged`,
    `${result.leftOut.length.toLocaleString('en')} left out`,
  ];
  return `${dryRun ? 'Would import' : 'Imported'}: ${[...parts, ...rest].join(', ')}.`;
}

// checkin tenant set: changes settings of a tenant.
import type { Command } from 'commander';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { changeTenant } from '../../src/org/tenants.ts';
import { parseSettings, settingNames, formatValue } from '../../src/rules/settings.ts';
import { withConnection } from '../connect.ts';
import { print, printJson } from '../output.ts';
import { settingsHelp } from './settings-help.ts';

export function define(command: Command): void {
  command
    .option('--json', 'print what changed as JSON')
    .addHelpText('after', settingsHelp)
    .action(async (slug: string, pairs: string[], { json }: { json?: true }) => {
      const { values, faults } = parseAssignments(pairs);
      if (faults.length > 0) {
        const allowed = `The settings are ${settingNames.join(', ')}; each is given as key=value.`;
        command.error(`error: ${[...faults, allowed].join('\n')}`, { exitCode: 2 });
      }
      const changes = await withConnection(async ({ graph }) =>
        changeTenant(graph, await findTenantId(graph, slug), values, new Date()),
      );
      if (json) return printJson(changes);
      for (const { name, from, to } of changes) {
        const [before, after] = [formatValue(from), formatValue(to)];
        await print(before === after ? `${name}: ${after} already` : `${name}: ${before} → ${after}`);
      }
    });
}

/** The settings in words like `timezone=Europe/Berlin`, and what is wrong with them. */
function parseAssignments(pairs: string[]): ReturnType<typeof parseSettings> {
  const faults: string[] = [];
  const texts = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const key = pair.slice(0, equals);
    if (equals < 0) faults.push(`${JSON.stringify(pair)} has no "=".`);
    else if (texts.has(key)) faults.push(`${key} is given twice.`);
    else texts.set(key, pair.slice(equals + 1));
  }
  const { values, faults: misread } = parseSettings(Object.fromEntries(texts));
  return { values, faults: [...faults, ...misread] };
}

// checkin tenant set: changes settings of a tenant.
import type { Command } from 'commander';
import { changeTenant } from '../../../src/org/tenants.ts';
import { parseSettings, settingNames, formatValue } from '../../../src/settings/settings.ts';
import { requireSlug } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson } from '../output.ts';
import { settingsHelp } from './settings-help.ts';

export function define(command: Command): void {
  command
    .option('--json', 'print the changes as JSON')
    .addHelpText('after', settingsHelp)
    .action(async (first: string | undefined, rest: string[], { json }: { json?: true }) => {
      const hasSlug = first !== undefined && !first.includes('=');
      const slug = requireSlug(command, hasSlug ? first : undefined);
      const pairs = hasSlug || first === undefined ? rest : [first, ...rest];
      if (pairs.length === 0) command.error("error: missing argument 'key=value'", { exitCode: 2 });
      const { values, faults } = parsePairs(pairs);
      if (faults.length > 0) {
        const allowed = `The settings are ${settingNames.join(', ')}; write each as key=value.`;
        command.error(`error: ${[...faults, allowed].join('\n')}`, { exitCode: 2 });
      }
      const changes = await withCaller(slug, 'organisation:manage', ({ graph, tenantId, by, asOperator }) => {
        if (!asOperator && values.rateLimits !== undefined)
          throw new Error('Who operates the service sets rateLimits.');
        return changeTenant(graph, tenantId, values, { now: new Date(), by });
      });
      if (json) return printJson(changes);
      for (const { name, from, to } of changes) {
        const [before, after] = [formatValue(from), formatValue(to)];
        await print(before === after ? `${name}: already ${after}` : `${name}: ${before} → ${after}`);
      }
    });
}

/** Parses settings such as `timezone=Europe/Berlin`. Returns the values and the faults. */
function parsePairs(pairs: string[]): ReturnType<typeof parseSettings> {
  const faults: string[] = [];
  const texts = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const key = pair.slice(0, equals);
    if (equals < 0) faults.push(`${JSON.stringify(pair)} has no "=".`);
    else if (texts.has(key)) faults.push(`${key} occurs twice.`);
    else texts.set(key, pair.slice(equals + 1));
  }
  const { values, faults: invalid } = parseSettings(Object.fromEntries(texts));
  return { values, faults: [...faults, ...invalid] };
}

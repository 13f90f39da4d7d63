// checkin tenant create, list, show, set: tenants and their settings.
import { InvalidArgumentError, type Command } from 'commander';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { createTenant, validateSlug, listTenants } from '../../../src/features/organisation/tenants/tenants.ts';
import { changeTenant } from '../../../src/features/organisation/tenants/change-settings.ts';
import {
  settingNames,
  settings,
  type SettingName,
  type Settings,
  formatValue,
} from '../../../src/platform/settings/settings.ts';
import { parseTenantSettings } from '../../../src/features/settings/parse-settings.ts';
import { withCaller } from '../caller.ts';
import { requireSlug } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { print, printJson, logToStderr } from '../output.ts';

export const define = { create: defineCreate, list: defineList, show: defineShow, set: defineSet };

const settingsHelp = `
Settings:
${settingNames.map((name) => `  ${name.padEnd(24)}${settings[name].description}: ${settings[name].expects}`).join('\n')}`;

type Options = { name?: string; timezone: string; nominationDays: string; json?: true };

function defineCreate(command: Command): void {
  command
    .option('--name <name>', `${settings.name.description} (default: the slug)`, parseSetting('name'))
    .option('--timezone <zone>', settings.timezone.description, parseSetting('timezone'), settings.timezone.default)
    .option(
      '--nomination-days <A-B>',
      settings.nominationDays.description,
      parseSetting('nominationDays'),
      settings.nominationDays.default,
    )
    .option('--json', 'print the tenant as JSON')
    .addHelpText('after', `\n"checkin tenant set" changes these and all other settings later.\n${settingsHelp}`)
    .action(async (slug: string, { name = slug, timezone, nominationDays, json }: Options) => {
      const fault = validateSlug(slug);
      if (fault) command.error(`error: ${fault}`, { exitCode: 2 });
      const tenant = { slug, name, timezone, nominationDays, now: new Date() };
      const created = await withConnection(({ graph }) => createTenant(graph, tenant));
      await (json ? printJson(created) : print(`${created.slug}\t${created.id}`));
    });
}

/** Validates a value while the options are parsed, before a connection is opened. */
function parseSetting<Name extends SettingName>(name: Name): (text: string) => Settings[Name] {
  return (text) => {
    const { values: read, faults } = parseTenantSettings({ [name]: text });
    const value = read[name];
    if (value === undefined) throw new InvalidArgumentError(faults.join(' '));
    return value;
  };
}

function defineList(command: Command): void {
  command.option('--json', 'print the tenants as JSON').action(async ({ json }: { json?: true }) => {
    const tenants = await withConnection(({ graph }) => listTenants(graph));
    if (json) return printJson(tenants);
    for (const { slug, id, name, timezone, createdAt } of tenants) {
      await print([slug, id, name, timezone, createdAt].join('\t'));
    }
    logToStderr(`${pluralize(tenants.length, 'tenant')}.`);
  });
}

function defineShow(command: Command): void {
  command
    .option('--json', 'print the tenant as JSON')
    .addHelpText('after', settingsHelp)
    .action(async (argument: string | undefined, { json }: { json?: true }) => {
      const slug = requireSlug(command, argument);
      const tenant = await withCaller(slug, 'organisation:manage', async ({ tenant: settings, own }) => {
        const sizes = await own.one<Record<string, number>>('organisation/count');
        return { ...settings, ...sizes };
      });
      if (json) return printJson(tenant);
      for (const [name, value] of Object.entries(tenant)) await print(`${name}\t${formatValue(value)}`);
    });
}

function defineSet(command: Command): void {
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
        const before = formatValue(from);
        const after = formatValue(to);
        await print(before === after ? `${name}: already ${after}` : `${name}: ${before} → ${after}`);
      }
    });
}

/** Parses settings such as `timezone=Europe/Berlin`. Returns the values and the faults. */
function parsePairs(pairs: string[]): ReturnType<typeof parseTenantSettings> {
  const faults: string[] = [];
  const texts = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const key = pair.slice(0, equals);
    if (equals < 0) faults.push(`${JSON.stringify(pair)} has no "=".`);
    else if (texts.has(key)) faults.push(`${key} occurs twice.`);
    else texts.set(key, pair.slice(equals + 1));
  }
  const { values, faults: invalid } = parseTenantSettings(Object.fromEntries(texts));
  return { values, faults: [...faults, ...invalid] };
}

// checkin tenant …: makes, shows, changes and deletes tenants.
import { InvalidArgumentError, type Command } from 'commander';
import {
  readSettings,
  settingNames,
  settings,
  written,
  type SettingName,
  type Settings,
} from '../../src/rules/settings.ts';
import { openFiles } from '../../src/outside/files.ts';
import { connected } from '../connect.ts';
import { deleteTenant } from '../org/delete-tenant.ts';
import { changeTenant, createTenant, faultOfSlug, findTenant } from '../org/tenants.ts';
import { counted, print, tell, withProgress } from '../output.ts';

type Making = { name?: string; timezone: string; nominationDays: string; json?: true };

const settingsHelp = `
Settings:
${settingNames.map((name) => `  ${name.padEnd(22)}${settings[name].about}: ${settings[name].takes}`).join('\n')}`;

/** Adds `tenant create`, `tenant show`, `tenant set` and `tenant delete`. */
export function addTenant(program: Command): void {
  const tenant = program.command('tenant').description('make, show, change and delete tenants');

  tenant
    .command('create <slug>')
    .description('make a tenant; the slug is its short name in commands: small letters, digits, hyphens')
    .option('--name <name>', `${settings.name.about} (default: the slug)`, checked('name'))
    .option('--timezone <zone>', settings.timezone.about, checked('timezone'), settings.timezone.default)
    .option(
      '--nomination-days <A-B>',
      settings.nominationDays.about,
      checked('nominationDays'),
      settings.nominationDays.default,
    )
    .option('--json', 'print it as JSON')
    .addHelpText('after', `\n"checkin tenant set" changes these and all other settings later.\n${settingsHelp}`)
    .action(async (slug: string, { name = slug, timezone, nominationDays, json }: Making, command: Command) => {
      const fault = faultOfSlug(slug);
      if (fault) command.error(`error: ${fault}`, { exitCode: 2 });
      const wish = { slug, name, timezone, nominationDays, now: new Date() };
      const made = await connected(({ graph }) => createTenant(graph, wish));
      await print(json ? JSON.stringify(made, null, 2) : `${made.slug}\t${made.id}`);
    });

  tenant
    .command('show <slug>')
    .description('show what a tenant is set to and how large it is')
    .option('--json', 'print it as JSON')
    .addHelpText('after', settingsHelp)
    .action(async (slug: string, { json }: { json?: true }) => {
      const shown = await connected(async ({ graph }) => {
        const found = await findTenant(graph, slug);
        const sizes = await graph.bind({ tenantId: found.id }).one<Record<string, number>>('org/count');
        return { ...found, ...sizes };
      });
      if (json) return print(JSON.stringify(shown, null, 2));
      for (const [name, value] of Object.entries(shown)) await print(`${name}\t${written(value)}`);
    });

  tenant
    .command('set <slug> <key=value...>')
    .description('change settings of a tenant, all of them or none; they act with the next request')
    .addHelpText('after', `${settingsHelp}\n\nExample:\n  checkin tenant set acme nominationDays=20-25 minimumGroup=8`)
    .action(async (slug: string, pairs: string[], _options: unknown, command: Command) => {
      const { read, faults } = settingsIn(pairs);
      if (faults.length > 0) {
        const allowed = `The settings are ${settingNames.join(', ')}; each is given as key=value.`;
        command.error(`error: ${[...faults, allowed].join('\n')}`, { exitCode: 2 });
      }
      await connected(async ({ graph }) => {
        const { id } = await findTenant(graph, slug);
        for (const { name, from, to } of await changeTenant(graph, id, read, new Date())) {
          const [before, after] = [written(from), written(to)];
          await print(before === after ? `${name}: ${after} already` : `${name}: ${before} → ${after}`);
        }
      });
    });

  tenant
    .command('delete <slug>')
    .description('delete a tenant and everything it has, for ever')
    .option('--yes', 'yes, delete it')
    .action(async (slug: string, { yes }: { yes?: true }, command: Command) => {
      if (!yes)
        command.error('error: this deletes everything the tenant has, for ever; add --yes to do it', { exitCode: 2 });
      await connected(async ({ graph, config }) => {
        const { id } = await findTenant(graph, slug);
        const files = openFiles(config);
        const deleted = await withProgress('deleting', (progress) => deleteTenant(graph, files, id, progress));
        tell(`Deleted ${slug}: ${counted(deleted, 'node')}.`);
      });
    });
}

/** Refuses a value as misuse before anything is connected. */
function checked<Name extends SettingName>(name: Name): (text: string) => Settings[Name] {
  return (text) => {
    const { read, faults } = readSettings({ [name]: text });
    const value = read[name];
    if (value === undefined) throw new InvalidArgumentError(faults.join(' '));
    return value;
  };
}

/** The settings in words like `timezone=Europe/Berlin`, and what is wrong with them. */
function settingsIn(pairs: string[]): ReturnType<typeof readSettings> {
  const faults: string[] = [];
  const given = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const key = pair.slice(0, equals);
    if (equals < 0) faults.push(`${JSON.stringify(pair)} has no "=".`);
    else if (given.has(key)) faults.push(`${key} is given twice.`);
    else given.set(key, pair.slice(equals + 1));
  }
  const { read, faults: misread } = readSettings(Object.fromEntries(given));
  return { read, faults: [...faults, ...misread] };
}

// checkin tenant create: creates a tenant.
import { InvalidArgumentError, type Command } from 'commander';
import { createTenant, validateSlug } from '../../../src/org/tenants.ts';
import { parseSettings, settings, type SettingName, type Settings } from '../../../src/settings/settings.ts';
import { withConnection } from '../connect.ts';
import { print, printJson } from '../output.ts';
import { settingsHelp } from './settings-help.ts';

type Options = { name?: string; timezone: string; nominationDays: string; json?: true };

export function define(command: Command): void {
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
    const { values: read, faults } = parseSettings({ [name]: text });
    const value = read[name];
    if (value === undefined) throw new InvalidArgumentError(faults.join(' '));
    return value;
  };
}

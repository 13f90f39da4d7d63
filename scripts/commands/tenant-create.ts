// checkin tenant create: makes a tenant.
import { InvalidArgumentError, type Command } from 'commander';
import { createTenant, validateSlug } from '../../src/org/tenants.ts';
import { parseSettings, settings, type SettingName, type Settings } from '../../src/rules/settings.ts';
import { withConnection } from '../connect.ts';
import { print, printJson } from '../output.ts';
import { settingsHelp } from './settings-help.ts';

type Options = { name?: string; timezone: string; nominationDays: string; json?: true };

export function define(command: Command): void {
  command
    .option('--name <name>', `${settings.name.description} (default: the slug)`, parseOption('name'))
    .option('--timezone <zone>', settings.timezone.description, parseOption('timezone'), settings.timezone.default)
    .option(
      '--nomination-days <A-B>',
      settings.nominationDays.description,
      parseOption('nominationDays'),
      settings.nominationDays.default,
    )
    .option('--json', 'print it as JSON')
    .addHelpText('after', `\n"checkin tenant set" changes these and all other settings later.\n${settingsHelp}`)
    .action(async (slug: string, { name = slug, timezone, nominationDays, json }: Options) => {
      const fault = validateSlug(slug);
      if (fault) command.error(`error: ${fault}`, { exitCode: 2 });
      const params = { slug, name, timezone, nominationDays, now: new Date() };
      const created = await withConnection(({ graph }) => createTenant(graph, params));
      await (json ? printJson(created) : print(`${created.slug}\t${created.id}`));
    });
}

/** Refuses a value as misuse before anything is connected. */
function parseOption<Name extends SettingName>(name: Name): (text: string) => Settings[Name] {
  return (text) => {
    const { values, faults } = parseSettings({ [name]: text });
    const value = values[name];
    if (value === undefined) throw new InvalidArgumentError(faults.join(' '));
    return value;
  };
}

// checkin tenant create: makes a tenant.
import { InvalidArgumentError, type Command } from 'commander';
import { createTenant, faultOfSlug } from '../../src/org/tenants.ts';
import { readSettings, settings, type SettingName, type Settings } from '../../src/rules/settings.ts';
import { connected } from '../connect.ts';
import { print, printJson } from '../output.ts';
import { settingsHelp } from './settings-help.ts';

type Wish = { name?: string; timezone: string; nominationDays: string; json?: true };

export function define(command: Command): void {
  command
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
    .action(async (slug: string, { name = slug, timezone, nominationDays, json }: Wish) => {
      const fault = faultOfSlug(slug);
      if (fault) command.error(`error: ${fault}`, { exitCode: 2 });
      const wish = { slug, name, timezone, nominationDays, now: new Date() };
      const made = await connected(({ graph }) => createTenant(graph, wish));
      await (json ? printJson(made) : print(`${made.slug}\t${made.id}`));
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

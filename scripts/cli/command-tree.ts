// Builds the command line from the table of commands. Names and descriptions are available at once; the code of a command is
// loaded when it is called, since loading all of it takes longer than most commands run.
import { Help, Option, type Command } from 'commander';
import { languages } from '../../src/platform/lib/languages.ts';

type Define = (command: Command) => void;
/** A file of `commands/`: adds the options and the action to its command of the table, or to each of several, by name. */
type CommandModule = { define: Define | Record<string, Define> };

/**
 * A command or a group of commands: the name and arguments in the syntax of commander, and complete examples. A command has
 * the file of its group unless it names its own.
 */
export type Entry = {
  name: string;
  description: string;
  examples: string[];
  commands?: Entry[];
  load?: () => Promise<CommandModule>;
};

/** What most commands are called with. */
export type TenantOptions = { tenant: string; json?: true };

/** Defines a command: its options are known from then on. */
const definitions = new WeakMap<Command, () => Promise<void>>();

/** Defines all commands below that are not yet, which otherwise happens to the one that is called. */
export async function defineAll(parent: Command): Promise<void> {
  for (const command of [...parent.commands]) {
    await definitions.get(command)?.();
    await defineAll(command);
  }
}

/** Adds the commands, and a `help` command. */
export function addCommands(parent: Command, entries: Entry[], group?: Entry['load']): void {
  for (const { name, description, examples, commands, load = group } of entries) {
    const command = parent.command(name).description(description);
    if (commands) {
      addCommands(command, commands, load);
      addExamples(command, examples);
    } else {
      definitions.set(command, async () => {
        definitions.delete(command);
        const defined = (await load?.())?.define;
        const define = typeof defined === 'object' ? defined[command.name()] : defined;
        if (!define) throw new Error(`No file defines the command ${command.name()}.`);
        define(command);
        addExamples(command, examples);
        if (command.commands.length > 0) nameCommands(command);
      });
    }
  }
  parent.hook('preSubcommand', (_parent, command) => definitions.get(command)?.());
  addHelp(parent);
  nameCommands(parent);
}

/** Says what there is where a group of commands has none of the name that was typed, with `--help` too. */
function nameCommands(group: Command): void {
  const names = group.commands.map((command) => command.name()).filter((name) => name !== 'help');
  group.showHelpAfterError(`${group.name()} has ${names.join(', ')}.\nAdd --help for usage.`);
  group.addHelpText('before', ({ command }) => {
    const [word] = command.args;
    if (command === group && word !== undefined && !word.startsWith('-'))
      group.error(`error: unknown command '${word}'`, { exitCode: 2, code: 'commander.unknownCommand' });
    return '';
  });
}

/** The option that says where the API is, of commands that need its address. */
export function apiOption(): Option {
  return new Option('--api <address>', 'where the API is (default: PUBLIC_URL, else the running stack)').env(
    'CHECKIN_API',
  );
}

/** Creates the option that most commands need. */
export function tenantOption(): Option {
  return new Option('--tenant <slug>', 'the tenant').env('CHECKIN_TENANT').makeOptionMandatory();
}

/** The option of commands that write a page: its language. @param byDefault the default in words @param others about other formats */
export function languageOption(byDefault = 'yours if you act as a person, else en', others = ''): Option {
  return new Option('--language <language>', `the language of the page (default: ${byDefault})${others}`).choices(
    languages,
  );
}

/** Adds the option of the tenant, and `--json` for what the command prints. */
export function addTenantOptions(command: Command, printed: string): Command {
  return command.addOption(tenantOption()).option('--json', `print ${printed} as JSON`);
}

/** The slug in the arguments of a command, else CHECKIN_TENANT; ends the command as misuse when both are missing. */
export function requireSlug(command: Command, slug: string | undefined): string {
  const value = slug ?? process.env['CHECKIN_TENANT'];
  return value ?? command.error("error: missing argument 'slug' (or set CHECKIN_TENANT)", { exitCode: 2 });
}

/** Describes an option in help texts, and marks required ones. */
export function describeOption(option: Option): string {
  const text = new Help().optionDescription(option);
  return option.mandatory && option.defaultValue === undefined ? `${text} (required)` : text;
}

/** Replaces commander's own `help`, which supports one level only and shows commands before they are loaded. */
function addHelp(parent: Command): void {
  parent
    .helpCommand(false)
    .command('help [command...]')
    .description('show the help of a command')
    .action(async (words: string[]) => {
      const names = isKnown(parent, words);
      await parent.parseAsync(names ? [...words, '--help'] : words, { from: 'user' });
    });
}

/** True when these words name a command of the table. */
function isKnown(parent: Command, [word, ...more]: string[]): boolean {
  if (word === undefined || parent.commands.length === 0) return true;
  const command = parent.commands.find((one) => one.name() === word);
  return command !== undefined && isKnown(command, more);
}

/** Adds examples to the end of a command's help. */
export function addExamples(command: Command, examples: string[]): void {
  const lines = examples.map((example) => `\n  ${example}`).join('');
  command.addHelpText('after', `\n${examples.length === 1 ? 'Example' : 'Examples'}:${lines}`);
}

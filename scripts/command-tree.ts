// From a table of commands to a command line: names and help are there at once, what a command does is loaded when it is
// called. Loading all of them takes longer than most of them run.
import { Help, Option, type Command } from 'commander';

/** A file of `commands/`: adds the options and the action to the command that the table has described. */
export type CommandModule = { define(command: Command): void };

/** A command: its name with its arguments, as commander writes them, and complete examples. Groups hold commands. */
export type Entry = { name: string; description: string; examples: string[] } & (
  { commands: Entry[] } | { load: () => Promise<CommandModule> }
);

/** Adds commands, and `help`, which shows the help of any of them. */
export function addCommands(parent: Command, entries: Entry[]): void {
  const definitions = new Map<Command, () => Promise<void>>();
  for (const entry of entries) {
    const command = parent.command(entry.name).description(entry.description);
    if ('commands' in entry) {
      addCommands(command, entry.commands);
      addExamples(command, entry.examples);
    } else {
      definitions.set(command, async () => {
        (await entry.load()).define(command);
        addExamples(command, entry.examples);
      });
    }
  }
  parent.hook('preSubcommand', (_parent, command) => definitions.get(command)?.());
  addHelp(parent);
}

/** The option that nearly every command needs. */
export function tenantOption(): Option {
  return new Option('--tenant <slug>', 'the tenant').env('CHECKIN_TENANT').makeOptionMandatory();
}

/** How help describes an option: those that cannot be left out say so. */
export function describeOption(option: Option): string {
  const text = new Help().optionDescription(option);
  return option.mandatory && option.defaultValue === undefined ? `${text} (required)` : text;
}

/** commander's own `help` knows one level only, and would show a command that is not loaded yet. */
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

/** Whether these words name a command, as far as the table tells. */
function isKnown(parent: Command, [word, ...more]: string[]): boolean {
  if (word === undefined || parent.commands.length === 0) return true;
  const command = parent.commands.find((one) => one.name() === word);
  return command !== undefined && isKnown(command, more);
}

/** Ends a command's help with complete examples. */
export function addExamples(command: Command, examples: string[]): void {
  const lines = examples.map((example) => `\n  ${example}`).join('');
  command.addHelpText('after', `\n${examples.length === 1 ? 'Example' : 'Examples'}:${lines}`);
}

// Defines the command line for commander: all commands by name, with their help.
import { Command } from 'commander';
import { addCommands, describeOption } from './command-tree.ts';
import { commands } from './commands/index.ts';
import { readVersion } from '../../src/platform/lib/project-folder.ts';

/** Creates the program. It throws a CommanderError instead of ending the process. */
export function createProgram(): Command {
  const program = new Command('checkin')
    .description('Operates the check-in service: tenants, their organisation, tokens and the database.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show the help')
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({
      outputError: (text, write) =>
        write(text.replace("'--tenant <slug>' not specified", '$& (or set CHECKIN_TENANT)')),
    })
    .addHelpText(
      'after',
      `
Servers come from the environment (NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, REDIS_URL, TOKEN_KEY_FILE), else from the
stack that "npm start" runs: that of STATE_DIR, or without this variable the only one of this checkout.
CHECKIN_TENANT replaces --tenant, and the slug of tenant show, set and delete. After sign-in, or with CHECKIN_TOKEN,
the token of a person, a command does what they may, and the audit log names them; without, it does what the operator
may.

Examples:
  checkin tenant create acme --timezone Europe/Berlin
  checkin org import people.csv --tenant acme --dry-run
  checkin org tree --tenant acme
  checkin help org move
  checkin api /me --as ann@acme.example`,
    )
    .showHelpAfterError('Add --help for usage.')
    .exitOverride();
  addCommands(program, commands);
  return program;
}

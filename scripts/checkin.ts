// The command line of the service: `checkin …`. Data on stdout, complaints on stderr; exit code 1 for a fault, 2 for misuse.
import { Command, CommanderError } from 'commander';
import { addDigest } from './commands/digest.ts';
import { addDoctor } from './commands/doctor.ts';
import { addMigrate } from './commands/migrate.ts';
import { addMotivators } from './commands/motivators.ts';
import { addOrg } from './commands/org.ts';
import { addOutbox } from './commands/outbox.ts';
import { addReport } from './commands/report.ts';
import { addSampleProfile } from './commands/sample-profile.ts';
import { addSeed } from './commands/seed.ts';
import { addTenant } from './commands/tenant.ts';
import { addToken } from './commands/token.ts';
import { addTrends } from './commands/trends.ts';
import { complaint } from './complaint.ts';
import { tell } from './output.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // whoever was reading has seen enough
  tell(`The output cannot be written: ${error.message}`);
  process.exit(1);
});

/** A connection to a server that has gone silent must not keep a command from ending. */
const endedWithinMs = 2_000;

const program = new Command('checkin')
  .description('Runs the check-in service from the command line: tenants, their organisation, tokens and the database.')
  .addHelpText(
    'after',
    `
The servers are those in the environment (NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, REDIS_URL, TOKEN_KEY_FILE),
else the stack that "npm start" runs for this checkout.

Examples:
  checkin tenant create acme --timezone Europe/Berlin
  checkin org import people.csv --tenant acme --dry-run
  checkin org tree --tenant acme
  curl -H "Authorization: Bearer $(checkin token ann@acme.example --tenant acme)" …`,
  )
  .showHelpAfterError('Add --help to see how it is used.')
  .exitOverride();

const commands = [
  addTenant,
  addOrg,
  addToken,
  addOutbox,
  addDigest,
  addTrends,
  addReport,
  addMotivators,
  addSampleProfile,
  addMigrate,
  addSeed,
  addDoctor,
];
for (const add of commands) add(program);

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    tell(complaint(error));
    process.exitCode = 1;
  }
}
setTimeout(() => process.exit(), endedWithinMs).unref();

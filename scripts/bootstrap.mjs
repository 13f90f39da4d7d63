// Starts a program from a bare clone: installs the packages and runs it. `npm start` and the other scripts of package.json
// call it by scripts/run, with a Node that is new enough.
//
//   sh scripts/run <start|test|checkin|bench|client> [arguments]
//
// Stdout is reserved for the program; messages of this file go to stderr.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from './install.mjs';

const programs = ['start', 'test', 'checkin', 'bench', 'client'];

const [program, ...args] = process.argv.slice(2);
if (!programs.includes(program)) exit(`usage: sh scripts/run <${programs.join('|')}> [arguments]`, 2);
await installPackages().catch((error) => exit(error.message));
const file = join(import.meta.dirname, `${program}.ts`);
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);

function exit(message, code = 1) {
  console.error(message);
  process.exit(code);
}

// Starts a program from a bare clone: checks Node, installs the packages, compiles, and runs it.
//
//   node scripts/bootstrap.mjs <start|test|checkin|bench|client> [arguments]
//
// Stdout is reserved for the program; messages of this file go to stderr.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { withLock } from './lock.mjs';

const OLDEST_NODE = [20, 19];
const PROGRAMS = ['start', 'test', 'checkin', 'bench', 'client'];
/** The other programs compile the sources themselves. */
const USE_BUILD = ['start', 'checkin'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockHashFile = join(root, 'node_modules', '.lock-hash');

const [program, ...args] = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  exit(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
}
if (!PROGRAMS.includes(program)) exit(`usage: node scripts/bootstrap.mjs <${PROGRAMS.join('|')}> [arguments]`, 2);

const exitWithError = (error) => exit(error.message);
await installPackages().catch(exitWithError);
const file = await findProgram().catch(exitWithError);
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);

async function installPackages() {
  if (isInstalled()) return;
  await withLock('install', 'Another process is installing the packages; waiting for it to finish', async () => {
    if (!isInstalled()) await npmCi(); // another process may have installed them meanwhile
  });
}

/** Returns the compiled program if the build is current, else its source, loaded through tsx. */
async function findProgram() {
  if (program === 'start') await compile();
  if (USE_BUILD.includes(program) && isBuilt()) return join(root, 'dist', 'scripts', `${program}.js`);
  const { register } = await import('tsx/esm/api');
  register();
  return join(root, 'scripts', `${program}.ts`);
}

async function compile() {
  if (isBuilt()) return;
  const started = Date.now();
  console.log('Compiling the sources (a few seconds, only after changes)');
  await build({ types: false }); // the tests check types
  console.log(`  compiled (${formatSeconds(started)} s)`);
}

function isInstalled() {
  return existsSync(lockHashFile) && readFileSync(lockHashFile, 'utf8') === lockfileHash();
}

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

async function npmCi() {
  const started = Date.now();
  const hash = lockfileHash();
  console.error('Installing the packages of package-lock.json (once, less than a minute)');
  const timer = setInterval(() => console.error(`  still installing, ${formatSeconds(started)} s`), 10_000);
  // `npm run -s` would silence this npm too, hence the log level; its stdout goes to stderr
  const npmArgs = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, before] = npmCommand();
  const npm = spawn(command, [...before, ...npmArgs], { cwd: root, stdio: ['ignore', process.stderr, process.stderr] });
  const code = await new Promise((resolve, reject) => npm.once('error', reject).once('close', resolve)).finally(() =>
    clearInterval(timer),
  );
  if (code !== 0) throw new Error(`npm ci failed with code ${code}; see the messages above.`);
  writeFileSync(lockHashFile, hash);
  console.error(`Packages installed in ${formatSeconds(started)} s`);
}

/** Returns the npm that started this process, else the one on the PATH. */
function npmCommand() {
  const runner = process.env.npm_execpath ?? '';
  return basename(runner) === 'npm-cli.js' ? [process.execPath, [runner]] : ['npm', []];
}

function formatSeconds(since) {
  return ((Date.now() - since) / 1000).toFixed(0);
}

function exit(message, code = 1) {
  console.error(message);
  process.exit(code);
}

// From a bare clone to a running TypeScript program: checks Node, installs the packages, compiles, hands over.
//
//   node scripts/bootstrap.mjs <start|test|checkin|bench> [arguments]
//
// Stdout belongs to the program; whatever this file has to say goes to stderr.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { withLock } from './lock.mjs';

const OLDEST_NODE = [20, 19];
const PROGRAMS = ['start', 'test', 'checkin', 'bench'];
/** The others compile by themselves, as a part of what they show. */
const USE_BUILD = ['start', 'checkin'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const remembered = join(root, 'node_modules', '.lock-hash');

const [program, ...args] = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  leave(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
}
if (!PROGRAMS.includes(program)) leave(`usage: node scripts/bootstrap.mjs <${PROGRAMS.join('|')}> [arguments]`, 2);

const giveUp = (error) => leave(error.message);
await installPackages().catch(giveUp);
const file = await findProgram().catch(giveUp);
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);

async function installPackages() {
  if (isInstalled()) return;
  await withLock('install', 'Another process is installing the packages; waiting for it', async () => {
    if (!isInstalled()) await npmCi(); // another bootstrap may have done it while we waited
  });
}

/** The program compiled, where there is a build of these very sources; else its source, read through tsx. */
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
  console.log('Compiling the sources (some seconds; nothing to do while they do not change)');
  await build({ types: false }); // wrong types are for the tests to find
  console.log(`  compiled (${seconds(started)} s)`);
}

function isInstalled() {
  return existsSync(remembered) && readFileSync(remembered, 'utf8') === lockfileHash();
}

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

async function npmCi() {
  const started = Date.now();
  const hash = lockfileHash();
  console.error('Installing the packages of package-lock.json (the first time only, under a minute)');
  const beat = setInterval(() => console.error(`  still installing, ${seconds(started)} s`), 10_000);
  // npm run -s would make this npm silent too, hence the log level; stdout becomes stderr
  const npmArgs = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, before] = npmCommand();
  const npm = spawn(command, [...before, ...npmArgs], { cwd: root, stdio: ['ignore', process.stderr, process.stderr] });
  const code = await new Promise((resolve, reject) => npm.once('error', reject).once('close', resolve)).finally(() =>
    clearInterval(beat),
  );
  if (code !== 0) throw new Error(`npm ci failed with code ${code}; its messages are above.`);
  writeFileSync(remembered, hash);
  console.error(`Packages installed in ${seconds(started)} s`);
}

/** The npm that runs us, else the one on the PATH. */
function npmCommand() {
  const runner = process.env.npm_execpath ?? '';
  return basename(runner) === 'npm-cli.js' ? [process.execPath, [runner]] : ['npm', []];
}

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(0);
}

function leave(sentence, code = 1) {
  console.error(sentence);
  process.exit(code);
}

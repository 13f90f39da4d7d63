// From a bare clone to a running TypeScript program: checks Node, installs the packages, hands over.
//
//   node scripts/bootstrap.mjs <start|test|checkin|bench> [arguments]
//
// Stdout belongs to the program; whatever this file has to say goes to stderr.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [20, 19];
const PROGRAMS = ['start', 'test', 'checkin', 'bench'];
/** A lock not touched for this long has lost its owner; a living one touches it every two seconds. */
const STALE_LOCK_MS = 15_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lock = join(root, '.state', 'install.lock');
const remembered = join(root, 'node_modules', '.lock-hash');

const [program, ...args] = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  leave(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
}
if (!PROGRAMS.includes(program)) leave(`usage: node scripts/bootstrap.mjs <${PROGRAMS.join('|')}> [arguments]`, 2);

await installPackages().catch((error) => leave(error.message));
const { register } = await import('tsx/esm/api');
register();
const file = join(root, 'scripts', `${program}.ts`);
process.argv = [process.argv[0], file, ...args];
await import(`./${program}.ts`);

async function installPackages() {
  if (isInstalled()) return;
  const release = await takeLock();
  try {
    if (!isInstalled()) await npmCi(); // another bootstrap may have done it while we waited
  } finally {
    release();
  }
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

/** Waits for its turn; resolves with the function that ends it. The folder is the lock: only one can make it. */
async function takeLock() {
  mkdirSync(dirname(lock), { recursive: true });
  for (let waited = false; !tryLock(); waited = true) {
    if (!waited) console.error('Another process is installing the packages; waiting for it');
    await pause(250); // it may be killed, which gives no event
  }
  const beat = setInterval(() => existsSync(lock) && utimesSync(lock, new Date(), new Date()), 2_000);
  return () => {
    clearInterval(beat);
    rmSync(lock, { recursive: true, force: true });
  };
}

function tryLock() {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_LOCK_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(0);
}

function leave(sentence, code = 1) {
  console.error(sentence);
  process.exit(code);
}

// Installs what a bare clone lacks: the packages, and a newer Node where the installed one is too old. Runs on Node 20.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockHashFile = join(root, 'node_modules', '.lock-hash');

/** Runs `npm ci` when package-lock.json has changed since the last time. */
export async function installPackages() {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const isInstalled = () => existsSync(lockHashFile) && readFileSync(lockHashFile, 'utf8') === hash;
  if (isInstalled()) return;
  await withLock('install', 'Another process is installing the packages; waiting for it to finish', async () => {
    if (isInstalled()) return; // another process has installed them meanwhile
    await npm('the packages of package-lock.json', root, ['ci', '--include=dev', '--ignore-scripts']);
    writeFileSync(lockHashFile, hash);
  });
}

/** Installs the Node that .nvmrc names into the state folder, complete or not at all. */
async function installNode() {
  const version = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
  const into = join(root, '.state', 'dist', `node-${version}`);
  await withLock('node', `Another process is installing Node ${version}; waiting for it to finish`, async () => {
    if (existsSync(into)) return; // another process has installed it meanwhile
    const draft = `${into}.draft-${process.pid}`;
    mkdirSync(draft, { recursive: true });
    try {
      writeFileSync(join(draft, 'package.json'), '{}');
      const name = nodePackage();
      await npm(`Node ${version}, since this is ${process.versions.node}`, draft, ['install', `${name}@${version}`]);
      const installed = join(draft, 'node_modules', name);
      await run('it does not run on this machine', join(installed, 'bin', 'node'), ['--version'], { stdio: 'ignore' });
      for (const part of ['include', 'share']) rmSync(join(installed, part), { recursive: true, force: true }); // 67 MB
      renameSync(installed, into);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }).catch((error) => {
    throw new Error(`Node ${version} could not be installed: ${error.message}. Install Node 26 or newer.`);
  });
}

/** The package with the binary of this machine. The package `node` installs the same one from an install script. */
function nodePackage() {
  const target = `${process.platform}-${process.arch}`;
  return target === 'darwin-arm64' ? `node-bin-${target}` : `node-${target}`;
}

async function npm(what, cwd, args) {
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(0);
  console.error(`Installing ${what} (once, less than a minute)`);
  const timer = setInterval(() => console.error(`  still installing ${what}, ${seconds()} s`), 10_000);
  // `npm run -s` would silence this npm too, hence the log level; its stdout goes to stderr
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  // the npm that started this process, else the one on the PATH
  const runner = process.env.npm_execpath ?? '';
  const [command, before] = basename(runner) === 'npm-cli.js' ? [process.execPath, [runner]] : ['npm', []];
  const stdio = ['ignore', process.stderr, process.stderr];
  await run(`npm ${args[0]} failed`, command, [...before, ...args, ...options], { cwd, stdio }).finally(() =>
    clearInterval(timer),
  );
  console.error(`  installed ${what} (${seconds()} s)`);
}

async function run(failure, command, args, options) {
  const child = spawn(command, args, options);
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) throw new Error(`${failure} with code ${code}`);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  // side by side, since npm mostly waits for the registry
  await Promise.all([installNode(), installPackages()]).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}

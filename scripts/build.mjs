// Compiles the sources into dist/: `npm run build`, and before `npm start`. A complete build records its sources; the
// command line uses it until they change.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const record = join(root, 'dist', '.sources');

/** True when dist/ holds a complete build of the current sources. */
export function isBuilt() {
  try {
    return readFileSync(record, 'utf8') === describeSources();
  } catch {
    return false; // never built, or a build is under way
  }
}

/**
 * Compiles what has changed.
 *
 * @param options.types false skips the type check, which takes half of the time
 * @throws {Error} when the compiler reports errors
 */
export function build({ types = true } = {}) {
  return withLock('build', 'Another process is compiling; waiting for it to finish', async () => {
    const sources = describeSources(); // before the compiler reads them: later changes are not part of this build
    rmSync(record, { force: true });
    await compile(types ? [] : ['--noCheck']);
    writeFileSync(record, sources);
  });
}

function compile(options) {
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  const into = ['--outDir', 'dist', '--noEmit', 'false', '--incremental', '--tsBuildInfoFile', 'dist/tsbuildinfo'];
  // stdout is reserved for the program that starts afterwards
  const tsc = spawn(process.execPath, [compiler, '-p', 'tsconfig.json', ...into, ...options], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  return new Promise((done, fail) => {
    tsc.once('error', fail);
    tsc.once('close', (code) => (code === 0 ? done() : fail(new Error('The sources do not compile; see above.'))));
  });
}

/** Describes the sources of a build by name, size and modification time. Tests are not part of it. */
function describeSources() {
  const files = ['package-lock.json', 'tsconfig.json'];
  for (const folder of ['src', 'scripts']) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    files.push(...names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name)));
  }
  const describe = (file) => {
    const { size, mtimeMs } = statSync(join(root, file));
    return `${file} ${size} ${mtimeMs}\n`;
  };
  return files.sort().map(describe).join('');
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await build().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

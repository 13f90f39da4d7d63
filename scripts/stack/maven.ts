// Downloads the embedded servers from Maven Central, visibly and never by halves.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { findJava, findOnPath } from './java.ts';
import { isAlive } from './state.ts';

export const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

/** `into` is the finished folder; `args` are Maven's, run in a draft of it; `pom` is put there first. */
export type Download = { title: string; into: string; args: string[]; pom?: string; log: (line: string) => void };

let queue: Promise<unknown> = Promise.resolve();

/**
 * Makes sure that `into` is there. The work happens in a draft folder beside it that is renamed as the last act,
 * so a folder of that name is always whole. One at a time: two Mavens would write into one local repository.
 */
export function download(wanted: Download): Promise<void> {
  const turn = queue.then(() => downloadNow(wanted));
  queue = turn.catch(() => {});
  return turn;
}

async function downloadNow({ title, into, args, pom, log }: Download): Promise<void> {
  if (existsSync(into)) return;
  const maven = findOnPath('mvn');
  if (!maven) throw new Error(`Maven (mvn) is needed once, to download ${title}; install Maven 3.6 or newer.`);
  const draft = `${into}.draft-${process.pid}`;
  removeDrafts(into);
  mkdirSync(draft, { recursive: true });
  if (pom) writeFileSync(join(draft, 'pom.xml'), pom);
  try {
    await runMaven({ maven, args, draft, title, log });
    publish(draft, into);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function runMaven(run: { maven: string; args: string[]; draft: string; title: string; log: (line: string) => void }) {
  const started = Date.now();
  const faults: string[] = [];
  const progress = createProgress(run.title, run.log);
  // -DoutputDirectory is spelled out by the callers relative to the draft, which is the working directory
  const maven = spawn(run.maven, ['-B', ...run.args], {
    cwd: run.draft,
    env: { ...process.env, JAVA_HOME: dirname(dirname(findJava().bin)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [maven.stdout, maven.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (line.includes('ERROR')) faults.push(line.replace(/^\[ERROR\]\s*/, ''));
      progress.read(line);
    });
  }
  return new Promise<void>((resolve, reject) => {
    maven.once('error', reject);
    maven.once('close', (code) => {
      progress.end();
      if (code !== 0) return reject(new Error(`Maven could not download ${run.title}: ${faults[0] ?? `code ${code}`}`));
      run.log(`${run.title} downloaded in ${Math.round((Date.now() - started) / 1000)} s`);
      resolve();
    });
  });
}

/** Counts what Maven reports as downloaded: a living line on a terminal, elsewhere a line every ten seconds. */
function createProgress(title: string, log: (line: string) => void) {
  let files = 0;
  let megabytes = 0;
  let announced = Date.now();
  const living = process.stderr.isTTY;
  log(`downloading ${title} (the first time only, about a minute)`);
  return {
    read(line: string) {
      const size = /Downloaded from .*\(([\d.]+) (B|kB|MB)/.exec(line);
      if (!size) return;
      files += 1;
      megabytes += Number(size[1]) * (size[2] === 'MB' ? 1 : size[2] === 'kB' ? 1e-3 : 1e-6);
      const line_ = `  ${title}: ${files} artefacts, ${megabytes.toFixed(0)} MB`;
      if (living) process.stderr.write(`\r\x1b[K${line_}`);
      else if (Date.now() - announced > 10_000) {
        announced = Date.now();
        log(line_);
      }
    },
    end: () => living && process.stderr.write('\r\x1b[K'),
  };
}

function publish(draft: string, into: string): void {
  try {
    renameSync(draft, into);
  } catch (error) {
    if (!existsSync(into)) throw error; // else another process was first, with the same content
  }
}

/** Removes the drafts of processes that are gone. */
function removeDrafts(into: string): void {
  if (!existsSync(dirname(into))) return;
  for (const name of readdirSync(dirname(into))) {
    const pid = name.startsWith(`${basename(into)}.draft-`) ? Number(name.split('-').at(-1)) : null;
    if (pid && !isAlive(pid)) rmSync(join(dirname(into), name), { recursive: true, force: true });
  }
}

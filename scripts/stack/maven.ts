// Downloads the embedded servers from Maven Central. A download is complete or absent.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findJava, findOnPath } from './java.ts';
import { isAlive } from './state.ts';
import { formatSeconds, reportWhileRunning } from './steps.ts';

export const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

/** `into` is the target folder. Maven runs with `args` in a draft of it, after `pom` is written there. */
type DownloadSpec = { title: string; into: string; args: string[]; pom?: string; log: (line: string) => void };

let queue: Promise<unknown> = Promise.resolve();

/**
 * Makes sure that `into` exists. Maven fills a draft folder next to it, which is renamed at the end: the target is always
 * complete. Downloads run one at a time, since two Mavens would write into one local repository.
 */
export function download(spec: DownloadSpec): Promise<void> {
  const result = queue.then(() => downloadNow(spec));
  queue = result.catch(() => {});
  return result;
}

async function downloadNow({ title, into, args, pom, log }: DownloadSpec): Promise<void> {
  if (existsSync(into)) return;
  const maven = findOnPath('mvn');
  if (!maven) throw new Error(`Maven (mvn) is needed once, to download ${title}; install Maven 3.6 or newer.`);
  const draft = `${into}.draft-${process.pid}`;
  removeDrafts(into);
  mkdirSync(draft, { recursive: true });
  if (pom) writeFileSync(join(draft, 'pom.xml'), pom);
  try {
    await runMaven({ maven, args, draft, title, log });
    publishDraft(draft, into);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function runMaven(run: {
  maven: string;
  args: string[];
  draft: string;
  title: string;
  log: (line: string) => void;
}): Promise<void> {
  const started = Date.now();
  run.log(`downloading ${run.title} (the first time only, about a minute)`);
  // -C: a wrong checksum is an error. The callers give -DoutputDirectory relative to the draft, the working directory.
  const maven = spawn(run.maven, ['-B', '-C', ...run.args], {
    cwd: run.draft,
    env: { ...process.env, JAVA_HOME: dirname(dirname(findJava().bin)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => maven.once('error', reject).once('close', resolve));
  const printed = Promise.all([ended, text(maven.stdout), text(maven.stderr)]);
  const [code, ...output] = await reportWhileRunning(run.log, () => `downloading ${run.title}`, printed);
  if (code !== 0) {
    const [, fault = `code ${code}`] = /ERROR\]?\s*(.+)/.exec(output.join('\n')) ?? [];
    throw new Error(`Maven could not download ${run.title}: ${fault}`);
  }
  run.log(`${run.title} downloaded in ${formatSeconds(started)} s`);
}

function publishDraft(draft: string, into: string): void {
  try {
    renameSync(draft, into);
  } catch (error) {
    if (!existsSync(into)) throw error; // else another process published the same content first
  }
}

/** Removes the drafts of processes that no longer run. */
function removeDrafts(into: string): void {
  if (!existsSync(dirname(into))) return;
  for (const name of readdirSync(dirname(into))) {
    const pid = name.startsWith(`${basename(into)}.draft-`) ? Number(name.split('-').at(-1)) : null;
    if (pid && !isAlive(pid)) rmSync(join(dirname(into), name), { recursive: true, force: true });
  }
}

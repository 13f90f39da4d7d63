// The state folder of this checkout, and the file that describes the running stack.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';

export type Neo4jAddress = { uri: string; user: string; password: string };
export type RedisAddress = { url: string };

/** A running stack. `npm start` writes it, the commands of the same checkout read it. */
export type Stack = {
  pid: number;
  neo4j: Neo4jAddress;
  redis: RedisAddress;
  ses: { endpoint: string };
  api: { url: string };
  tokenKeyFile: string;
  files: { dir: string; bucket?: string | undefined; endpoint?: string | undefined };
  motivators: { url: string };
  erasureLog: string;
  /** The variables of the service that its environment had, so that it can be started again as it was. */
  settings: Record<string, string>;
  /** True while the demo companies are written. */
  seeding?: boolean;
};

/** STATE_DIR of the environment, else `<project>/.state`; always absolute; the folder may not exist yet. */
export function stateDir(): string {
  return process.env.STATE_DIR ? resolve(process.env.STATE_DIR) : join(projectFolder, '.state');
}

/** What `npm start` keeps in the state folder. */
export function dataPaths(dir: string = stateDir()): { data: string; files: string; tokenKeyFile: string } {
  const data = join(dir, 'demo');
  return { data, files: join(data, 'files'), tokenKeyFile: join(data, 'token-key.json') };
}

/**
 * The erasure log: ERASURE_LOG, else that of the running stack, else a file outside the folders that hold data, which
 * it outlives.
 */
export function erasureLogFile(dir: string = stateDir()): string {
  return resolve(process.env.ERASURE_LOG || readStack(dir)?.erasureLog || join(dir, 'erasures.jsonl'));
}

/** Writes the description atomically, readable by its owner only (0600). */
export function writeStack(stack: Stack, dir: string = stateDir()): void {
  mkdirSync(dir, { recursive: true });
  writePrivate(join(dir, 'stack.json'), JSON.stringify(stack, null, 2) + '\n');
}

/** Reads the running stack of this checkout; null when there is none or its process is gone. */
export function readStack(dir: string = stateDir()): Stack | null {
  try {
    const stack = JSON.parse(readFileSync(join(dir, 'stack.json'), 'utf8')) as Stack;
    return isAlive(stack.pid) ? stack : null;
  } catch {
    return null;
  }
}

/** Removes the description of the running stack, if any. */
export function removeStack(dir: string = stateDir()): void {
  rmSync(join(dir, 'stack.json'), { force: true });
}

/** Writes a file atomically, with mode 0600. */
export function writePrivate(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

/** True when a process with this id exists, also of another user. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

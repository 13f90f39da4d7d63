// Where this checkout keeps what it runs on, and the one file that says what is running right now.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export type Neo4jAddress = { uri: string; user: string; password: string };
export type RedisAddress = { url: string };

/** A running stack, as `npm start` describes it to the other commands of the same checkout. */
export type Stack = {
  pid: number;
  neo4j: Neo4jAddress;
  redis: RedisAddress;
  ses: { endpoint: string };
  api: { url: string };
  tokenKeyFile: string;
  files: { dir: string; bucket?: string | undefined; endpoint?: string | undefined };
  motivators: { url: string };
  /** True while the demo companies are being written. */
  seeding?: boolean;
};

/** The folder that holds package.json, from the sources and from `dist` alike. */
export const projectRoot = findProjectRoot(import.meta.dirname);

/** STATE_DIR of the environment, else `<project>/.state`; always absolute, not necessarily there yet. */
export function stateDir(env: NodeJS.ProcessEnv = process.env): string {
  return env.STATE_DIR ? resolve(env.STATE_DIR) : join(projectRoot, '.state');
}

/** Writes the description for its owner's eyes only (0600), whole or not at all. */
export function writeStack(stack: Stack, dir: string = stateDir()): void {
  mkdirSync(dir, { recursive: true });
  writePrivate(join(dir, 'stack.json'), JSON.stringify(stack, null, 2) + '\n');
}

/** The running stack of this checkout; null when there is none or its process is gone. */
export function readStack(dir: string = stateDir()): Stack | null {
  try {
    const stack = JSON.parse(readFileSync(join(dir, 'stack.json'), 'utf8')) as Stack;
    return isAlive(stack.pid) ? stack : null;
  } catch {
    return null;
  }
}

/** Forgets the running stack; harmless when there is none. */
export function removeStack(dir: string = stateDir()): void {
  rmSync(join(dir, 'stack.json'), { force: true });
}

/** Writes a file with mode 0600 by way of a neighbour, so that no reader ever sees half of it. */
export function writePrivate(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

/** True when a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function findProjectRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('package.json was not found above the scripts; run them from a full checkout.');
  return findProjectRoot(parent);
}

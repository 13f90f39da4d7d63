// Finds a Java runtime for Neo4j.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

export type Java = { bin: string; version: string; major: number };

const OLDEST_MAJOR = 17;
const formatAdvice = (oldest: number): string =>
  `Install Java ${oldest} or newer (21 is a good choice, for example Eclipse Temurin) and set JAVA_HOME to it.`;

/** The folders in which package managers install Java runtimes. */
const USUAL_FOLDERS = [
  { parent: '/usr/lib/jvm', inside: 'bin/java' },
  { parent: '/Library/Java/JavaVirtualMachines', inside: 'Contents/Home/bin/java' },
  { parent: join(homedir(), '.sdkman/candidates/java'), inside: 'bin/java' },
  { parent: '/opt/homebrew/opt', inside: 'bin/java', prefix: 'openjdk' },
];

/**
 * Returns the first Java of version 17, or of the given one, or newer: JAVA_HOME, then the PATH, then the usual folders.
 *
 * @throws {Error} naming what to install, when there is none
 */
export function findJava(
  env: NodeJS.ProcessEnv = process.env,
  folders: readonly { parent: string; inside: string; prefix?: string }[] = USUAL_FOLDERS,
  oldest = OLDEST_MAJOR,
): Java {
  const tooOld: Java[] = [];
  for (const bin of listCandidates(env, folders)) {
    const version = readVersion(bin);
    if (version === null) continue;
    const java = { bin, version, major: Number(/^(?:1\.)?(\d+)/.exec(version)?.[1]) };
    if (java.major >= oldest) return java;
    tooOld.push(java);
  }
  if (tooOld[0])
    throw new Error(`Java ${tooOld[0].major} (${tooOld[0].bin}) is too old for Neo4j. ${formatAdvice(oldest)}`);
  throw new Error(`Java was not found. ${formatAdvice(oldest)}`);
}

function* listCandidates(
  env: NodeJS.ProcessEnv,
  folders: readonly { parent: string; inside: string; prefix?: string }[],
): Generator<string> {
  if (env.JAVA_HOME) yield join(env.JAVA_HOME, 'bin/java');
  const onPath = findOnPath('java', env);
  if (onPath) yield onPath;
  for (const { parent, inside, prefix = '' } of folders) {
    if (!existsSync(parent)) continue;
    const names = readdirSync(parent).filter((name) => name.startsWith(prefix) && !name.startsWith('.'));
    for (const name of names.sort()) yield join(parent, name, inside);
  }
}

/** Returns the program of this name on the PATH, or null. */
export function findOnPath(program: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file)) ?? null;
}

/** Such as `1.8.0_402` (Java 8), `17.0.15` or `25`; null when it is not a working Java. */
function readVersion(bin: string): string | null {
  if (!existsSync(bin)) return null;
  const { stderr, stdout } = spawnSync(bin, ['-version'], { encoding: 'utf8', timeout: 10_000 });
  return /version "((?:1\.)?\d[^"]*)"/.exec(`${stderr ?? ''}${stdout ?? ''}`)?.[1] ?? null;
}

// Backs up the embedded stack while it is stopped: database, profile files and token key, with a manifest.
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { toLinkKeyFile } from '../../../src/platform/secrets/service-keys.ts';
import { openErasureLog } from '../../../src/features/personal-data/erasure-log.ts';
import { readVersion } from '../../../src/platform/lib/project-folder.ts';
import { dumpDatabase, DumpError, dumpFile } from '../../stack/neo4j-admin.ts';
import { getNeo4jHome, installNeo4j, runNeo4j, type InstalledNeo4j } from '../../stack/neo4j.ts';
import { dataPaths } from '../../stack/state.ts';
import { reportWhileRunning } from '../../stack/steps.ts';
import { stopLeftover } from '../../stack/supervise.ts';
import { copyFile, measureFile, writeManifest, type Manifest, type Part } from './manifest.ts';

export type BackupOptions = {
  stateDir: string;
  /** Missing or empty. */
  folder: string;
  erasureLog: string;
  now: Date;
  log: (line: string) => void;
  /** The progress of a step; the first call of a step names it. */
  progress: (step: string, done: number, total: number) => void;
};

/**
 * Writes a backup. If it fails, the written files are deleted.
 *
 * @throws {Error} when the stack runs, there is no embedded database, or the folder is not empty
 */
export async function backUp({ stateDir, folder, erasureLog, now, log, progress }: BackupOptions): Promise<Manifest> {
  const { data, files, tokenKeyFile } = dataPaths(stateDir);
  const installed = await findEmbeddedNeo4j({ stateDir, folder, log });
  await stopLeftover(pidFile(data), 'Neo4j', log);
  const id = randomUUID();
  const createdAt = now.toISOString();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700); // it may have existed
  try {
    await openErasureLog(erasureLog).append({ kind: 'backup', id, at: createdAt });
    await reportWhileRunning(log, () => 'dumping the database', dump(installed, data, folder, log));
    const sources = listFiles(files).map((file) => ({ from: join(files, file), path: `files/${file}` }));
    for (const from of [tokenKeyFile, toLinkKeyFile(tokenKeyFile)])
      if (existsSync(from)) sources.push({ from, path: basename(from) });
    const parts: Part[] = [];
    for (const { from, path } of sources) {
      parts.push({ path, ...(await copyFile(from, join(folder, path))) });
      progress('copying files', parts.length, sources.length);
    }
    parts.unshift({ path: dumpFile, ...(await measureFile(join(folder, dumpFile))) });
    const manifest: Manifest = {
      format: 1,
      id,
      createdAt,
      service: readVersion(),
      neo4j: installed.version,
      erasureLog,
      profileFiles: parts.filter(({ path }) => path.startsWith('files/')).length,
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      parts,
    };
    writeManifest(folder, manifest);
    return manifest;
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

/**
 * Checks what a backup needs, which does not depend on whether the stack runs.
 *
 * @param usedByStack whether a running stack uses the database
 * @throws {Error} when there is no embedded database, the stack uses another one, or the folder is not empty
 */
export async function findEmbeddedNeo4j({
  stateDir,
  folder,
  log,
  usedByStack = false,
}: Pick<BackupOptions, 'stateDir' | 'folder' | 'log'> & { usedByStack?: boolean }): Promise<InstalledNeo4j> {
  const { data } = dataPaths(stateDir);
  const installed = await installNeo4j(join(stateDir, 'dist'), log);
  const home = getNeo4jHome(installed, data);
  const isUsed = existsSync(join(home, 'data', 'databases', 'neo4j')) && (!usedByStack || existsSync(pidFile(data)));
  if (!isUsed) throw new Error(describeMissing(home, usedByStack));
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty; a backup goes into a new folder.`);
  return installed;
}

const pidFile = (data: string): string => join(data, 'neo4j.pid.json');

/** A database that was not stopped cleanly is started and stopped first, which recovers it. */
async function dump(
  installed: InstalledNeo4j,
  data: string,
  folder: string,
  log: (line: string) => void,
): Promise<void> {
  const home = getNeo4jHome(installed, data);
  try {
    await dumpDatabase(installed, home, folder);
  } catch (error) {
    if (!(error instanceof DumpError && error.needsRecovery)) throw error;
    log('the database was not stopped cleanly; starting it once to recover it');
    const server = await runNeo4j(installed, { dir: data, fresh: false, log });
    await server.stop();
    await dumpDatabase(installed, home, folder);
  }
}

/** The files below a folder, with slashes; none when it does not exist. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function describeMissing(home: string, usedByStack: boolean): string {
  const reason = usedByStack ? 'The running stack does not use the' : 'There is no';
  return (
    `${reason} embedded database in ${home}. Servers of Docker Compose, clusters and Aura are backed up with their own ` +
    'tools: see scripts/ops/README.md.'
  );
}

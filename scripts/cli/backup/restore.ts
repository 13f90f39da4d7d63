// Restores a backup of the embedded stack: repeats erasures, and holds the outbox, so that nobody is mailed again.
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openGraph, type GraphClient } from '../../../src/platform/graph/client.ts';
import { migrate } from '../../../src/platform/graph/queries/migrations.ts';
import { holdAfterRestore } from '../../../src/features/personal-data/hold-after-restore.ts';
import { openErasureLog, type ErasureEntry } from '../../../src/features/personal-data/erasure-log.ts';
import { repeatErasures, type RepeatedErasures } from '../../../src/features/personal-data/repeat-erasures.ts';
import { openStorage } from '../../../src/platform/storage/storage.ts';
import { operatorOptions } from '../connect.ts';
import { dumpFile, loadDatabase } from '../../stack/neo4j-admin.ts';
import { getNeo4jHome, installNeo4j, runNeo4j } from '../../stack/neo4j.ts';
import { dataPaths, isAlive, readStack } from '../../stack/state.ts';
import { reportWhileRunning } from '../../stack/steps.ts';
import { assertUnchanged, copyFile, measureFile, readManifest, type Manifest } from './manifest.ts';
import type { BackupOptions } from './backup.ts';

export type RestoreOptions = Omit<BackupOptions, 'erasureLog'> & {
  /** That of the manifest if there is none. */
  erasureLog?: string;
  /** Restore also when the erasure log does not continue after this backup. */
  acceptLostErasures: boolean;
  /** The bucket of profile files, if they are in one. */
  bucket: { FILES_BUCKET?: string; FILES_ENDPOINT?: string };
};

/** `onHold`: the number of outbox events that wait for `checkin outbox release`. */
export type Restored = { createdAt: string; profileFiles: number; erased: RepeatedErasures; onHold: number };

/**
 * Restores a backup into a state folder without data. Everything is prepared in a draft, which takes the place of the
 * data when it is complete: no worker can send something before the outbox is on hold.
 *
 * @throws {Error} when there is data already, the backup is damaged, or erasures since then are unknown; nothing is restored
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { stateDir, folder, acceptLostErasures, bucket, now, log, progress } = options;
  assertNoData(stateDir);
  const manifest = readManifest(folder);
  const { erasureLog = manifest.erasureLog } = options;
  const entries = await openErasureLog(erasureLog).read();
  if (!acceptLostErasures) assertLogContinues(entries, manifest, erasureLog);

  removeDrafts(stateDir);
  const draft = join(stateDir, `restore-${process.pid}`);
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    await copyParts(manifest, folder, draft, progress);
    const installed = await installNeo4j(join(stateDir, 'dist'), log);
    const home = getNeo4jHome(installed, draft);
    mkdirSync(home, { mode: 0o700 });
    await reportWhileRunning(log, () => 'loading the database', loadDatabase(installed, home, folder));
    const server = await runNeo4j(installed, { dir: draft, fresh: false, log });
    const address = { NEO4J_URI: server.uri, NEO4J_USER: server.user, NEO4J_PASSWORD: server.password };
    const graph = openGraph({ ...address, NEO4J_DATABASE: 'neo4j' }, operatorOptions);
    const files = openStorage({ ...bucket, FILES_DIR: join(draft, 'files') });
    const prepared = await prepare(graph, { files, entries, now, log, progress }).finally(async () => {
      await graph.close();
      await server.stop();
    });
    publish(draft, stateDir);
    return { createdAt: manifest.createdAt, profileFiles: manifest.profileFiles, ...prepared };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

type Preparation = Pick<RestoreOptions, 'now' | 'log' | 'progress'> & {
  files: ReturnType<typeof openStorage>;
  entries: readonly ErasureEntry[];
};

async function prepare(
  graph: GraphClient,
  { files, entries, now, log, progress }: Preparation,
): Promise<Pick<Restored, 'erased' | 'onHold'>> {
  await migrate(graph, log);
  const erased = await repeatErasures({ graph, files }, entries, {
    now,
    progress: (done, total) => progress('repeating erasures', done, total),
  });
  return { erased, onHold: await holdAfterRestore(graph, now) };
}

/** The parts other than the dump, each compared with the manifest; the dump stays where it is. */
async function copyParts(
  { parts }: Manifest,
  folder: string,
  draft: string,
  progress: RestoreOptions['progress'],
): Promise<void> {
  let done = 0;
  for (const part of parts) {
    const file = join(folder, part.path);
    const showBytes = (bytes: number): void => progress('checking the dump', bytes, part.bytes);
    const isDump = part.path === dumpFile;
    assertUnchanged(part, await (isDump ? measureFile(file, showBytes) : copyFile(file, join(draft, part.path))));
    done += 1;
    progress('checking and copying files', done, parts.length);
  }
}

/**
 * Puts the draft in the place of the data folder by one rename. Other files of that folder, such as the mails of the
 * mailbox, stay.
 *
 * @throws {Error} when the folder got data since the restore began
 */
function publish(draft: string, stateDir: string): void {
  const { data } = dataPaths(stateDir);
  assertNoData(stateDir);
  for (const name of readdirSync(draft).filter((name) => !isData(name))) rmSync(join(draft, name), { recursive: true });
  for (const name of existsSync(data) ? readdirSync(data) : []) {
    if (isData(name)) rmdirSync(join(data, name));
    else renameSync(join(data, name), join(draft, name));
  }
  if (existsSync(data)) rmdirSync(data);
  renameSync(draft, data);
}

const isData = (name: string): boolean =>
  /^neo4j-\d/.test(name) || name === 'files' || name.startsWith('token-key.json');

/** Removes the drafts of restores that were interrupted. */
function removeDrafts(stateDir: string): void {
  for (const name of existsSync(stateDir) ? readdirSync(stateDir) : []) {
    const pid = /^restore-(\d+)$/.exec(name)?.[1];
    // a container may have given this process the same id
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid))))
      rmSync(join(stateDir, name), { recursive: true, force: true });
  }
}

/** @throws {Error} when the stack of this state folder has data, or is running */
function assertNoData(stateDir: string): void {
  const { data } = dataPaths(stateDir);
  const stack = readStack(stateDir);
  if (stack) throw new Error(`The stack is running (process ${stack.pid}): stop it, and move its data away.`);
  const names = existsSync(data) ? readdirSync(data, { withFileTypes: true }) : [];
  const used = names.find(
    (entry) => isData(entry.name) && !(entry.isDirectory() && readdirSync(join(data, entry.name)).length === 0),
  );
  if (!used) return;
  throw new Error(
    `${join(data, used.name)} holds data already. A backup is restored into a state folder without data: stop the stack and ` +
      'move that folder away, or set another STATE_DIR.',
  );
}

function assertLogContinues(entries: readonly ErasureEntry[], { id, createdAt }: Manifest, file: string): void {
  if (entries.some((entry) => entry.kind === 'backup' && entry.id === id)) return;
  throw new Error(
    `The erasure log ${file} has no line of this backup (${createdAt}), so the erasures since then are unknown: people and ` +
      'tenants that were deleted would be back. Name the log by ERASURE_LOG, or add --accept-lost-erasures.',
  );
}

// The erasure log: a file of ids outside the database, from which erasures are repeated after a restore.
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import type { FileStorage } from '../../platform/storage/file-storage.ts';
import { openStorage } from '../../platform/storage/storage.ts';

/**
 * `at` is an ISO 8601 time. A backup leaves a line too: it shows that a log continues after that backup. An imported
 * tenant leaves one because it is not deleted any more. `by`: the system's user who deleted a tenant with its audit log.
 */
export type ErasureEntry =
  | { kind: 'person'; tenantId: string; userId: string; at: string }
  | { kind: 'tenant' | 'import'; tenantId: string; at: string; by?: string }
  | { kind: 'backup'; id: string; at: string };

export type ErasureLog = {
  /** Returns when the entry is on disk. @throws {Error} when it cannot be written */
  append(entry: ErasureEntry): Promise<void>;
  /** All entries, oldest first; none without a file. @throws {Error} naming a line that is no entry */
  read(): Promise<ErasureEntry[]>;
};

/** What erasing needs: the database, the file storage and the log. */
export type ErasureServices = { graph: GraphClient; files: FileStorage; erasures: Pick<ErasureLog, 'append'> };

export function openErasureServices(graph: GraphClient, config: Config): ErasureServices & { erasures: ErasureLog } {
  return { graph, files: openStorage(config), erasures: openErasureLog(config.ERASURE_LOG) };
}

/** Opens the log. Its file is created with the first entry, for its owner only; entries are lines of JSON. */
export function openErasureLog(file: string): ErasureLog {
  return {
    async append(entry) {
      try {
        await appendDurably(file, JSON.stringify(entry));
      } catch (cause) {
        const reason = (cause as Error).message;
        throw new Error(`The erasure log cannot be written: ${reason}. Nothing was changed; see ERASURE_LOG.`, {
          cause,
        });
      }
    },
    async read() {
      const text = await readFile(file, 'utf8').catch(emptyIfMissing);
      return text.split('\n').flatMap((line, index) => (line === '' ? [] : parseEntry(line, `${file}:${index + 1}`)));
    },
  };
}

/** Begins a line of its own, also after one that a crash cut off. */
async function appendDurably(file: string, line: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.from('\n'), 0, 1, Math.max(0, size - 1));
    await handle.appendFile(`${buffer.toString() === '\n' ? '' : '\n'}${line}\n`);
    await handle.sync();
    if (size === 0) await syncFolder(path.dirname(file));
  } finally {
    await handle.close();
  }
}

/** A new file is on disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function parseEntry(line: string, at: string): ErasureEntry {
  try {
    const entry = JSON.parse(line) as Partial<ErasureEntry> | null;
    if (entry?.kind === 'person' && 'userId' in entry && 'tenantId' in entry) return entry as ErasureEntry;
    if ((entry?.kind === 'tenant' || entry?.kind === 'import') && 'tenantId' in entry) return entry as ErasureEntry;
    if (entry?.kind === 'backup' && 'id' in entry) return entry as ErasureEntry;
  } catch {
    // reported below
  }
  throw new Error(`${at} is no entry of an erasure log. Correct the line; delete it if a crash has cut it off.`);
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

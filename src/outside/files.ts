// Where uploaded files are kept: a folder that the API and the worker share, one folder in it for each tenant.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** The files of one tenant, by ids that the service has made up. */
export type TenantFiles = {
  /** Keeps a file, whole or not at all. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** The file, or null when there is none. */
  read(id: string): Promise<Buffer | null>;
  /** How many bytes there are, or null when there is no such file. */
  size(id: string): Promise<number | null>;
  /** Some of its bytes, both ends included. */
  stream(id: string, from: number, to: number): Readable;
  /** Removes it; harmless when it is not there. */
  remove(id: string): Promise<void>;
  /** Removes every file of the tenant. */
  removeAll(): Promise<void>;
};
/** A file of some tenant, and when it was written. */
export type KeptFile = { tenantId: string; id: string; at: Date };
export type Files = {
  of(tenantId: string): TenantFiles;
  /** Every file of every tenant, in pages of at most 500. */
  list(): AsyncIterable<KeptFile[]>;
};

const listedAtOnce = 500;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * Opens the store. The folder is made with the first file, readable by its owner alone.
 *
 * @param folder the same for every process; a shared volume when they run on several machines
 */
export function openFiles(folder: string): Files {
  return {
    of(tenantId) {
      const home = path.join(path.resolve(folder), checked(tenantId));
      const place = (id: string): string => path.join(home, `${checked(id)}.pdf`);
      return {
        async put(id, bytes) {
          const draft = place(randomUUID()); // what a crash leaves of it looks like a file that nobody knows
          await mkdir(home, { recursive: true, mode: 0o700 });
          try {
            await writeSafely(draft, bytes);
            await rename(draft, place(id));
          } catch (error) {
            await rm(draft, { force: true });
            throw error;
          }
        },
        read: (id) => readFile(place(id)).catch(nullIfGone),
        size: (id) => stat(place(id)).then(({ size }) => size, nullIfGone),
        stream: (id, start, end) => createReadStream(place(id), { start, end }),
        remove: (id) => rm(place(id), { force: true }),
        removeAll: () => rm(home, { recursive: true, force: true }),
      };
    },
    async *list() {
      let page: KeptFile[] = [];
      for await (const tenantId of namesIn(path.resolve(folder))) {
        if (!uuid.test(tenantId)) continue;
        for await (const name of namesIn(path.resolve(folder, tenantId))) {
          const id = name.slice(0, -'.pdf'.length);
          if (name !== `${id}.pdf` || !uuid.test(id)) continue;
          const found = await stat(path.resolve(folder, tenantId, name)).catch(nullIfGone);
          if (!found?.isFile()) continue;
          page.push({ tenantId, id, at: found.mtime });
          if (page.length < listedAtOnce) continue;
          yield page;
          page = [];
        }
      }
      if (page.length > 0) yield page;
    },
  };
}

/** What is in a folder; nothing when it is not there, or no folder. */
async function* namesIn(folder: string): AsyncGenerator<string, void, void> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function writeSafely(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** An id is part of a path: nothing but a UUID may become one. */
function checked(id: string): string {
  if (!uuid.test(id)) throw new Error('A file is named by UUIDs.');
  return id;
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

// Where uploaded files are kept: a folder that the API and the worker share, one folder in it for each tenant.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
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
export type Files = { of(tenantId: string): TenantFiles };

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
          const draft = `${place(id)}.${randomUUID()}`;
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
  };
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

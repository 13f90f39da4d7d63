// The store in a folder: one folder in it for each tenant, readable by its owner alone.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileStorage, FileEntry } from './file-storage.ts';
import { assertUuid, parseObjectKey, pageSize } from './object-keys.ts';
import { failUnavailable } from './outage.ts';

/**
 * Opens the store. The folder is made with the first file.
 *
 * @param folder the same for every process; a shared volume when they run on several machines
 */
export function openFolder(folder: string): FileStorage {
  const root = path.resolve(folder);
  return {
    forTenant(tenantId) {
      const home = path.join(root, assertUuid(tenantId));
      const place = (id: string): string => path.join(home, `${assertUuid(id)}.pdf`);
      return {
        async put(id, bytes) {
          const [file, draft] = [place(id), place(randomUUID())]; // a draft that a crash leaves is a file nobody needs
          try {
            await mkdir(home, { recursive: true, mode: 0o700 });
            await writeSafely(draft, bytes);
            await rename(draft, file);
          } catch (error) {
            await rm(draft, { force: true }).catch(() => undefined);
            failUnavailable(error);
          }
        },
        read: async (id) => readFile(place(id)).catch(nullIfGone),
        size: async (id) => stat(place(id)).then(({ size }) => size, nullIfGone),
        stream: async (id, start, end) =>
          open(place(id)).then((file) => file.createReadStream({ start, end }), nullIfGone),
        remove: async (id) => rm(place(id), { force: true }).catch(failUnavailable),
        removeAll: () => rm(home, { recursive: true, force: true }).catch(failUnavailable),
      };
    },
    async *list() {
      let page: FileEntry[] = [];
      for (const tenantId of await listNames(root)) {
        for (const name of await listNames(path.join(root, tenantId))) {
          const file = parseObjectKey(`${tenantId}/${name}`);
          const at = file && (await stat(path.join(root, tenantId, name)).then(({ mtime }) => mtime, nullIfGone));
          if (file && at) page.push({ ...file, at });
          if (page.length < pageSize) continue;
          yield page;
          page = [];
        }
      }
      if (page.length > 0) yield page;
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

/** What is in a folder; nothing when it is not there, or is none. */
async function listNames(folder: string): Promise<string[]> {
  const none = (error: NodeJS.ErrnoException): [] => (error.code === 'ENOTDIR' ? [] : (nullIfGone(error) ?? []));
  return readdir(folder).catch(none);
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  return error.code === 'ENOENT' ? null : failUnavailable(error);
}

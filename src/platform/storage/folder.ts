// File storage in a folder: one subfolder per tenant, readable only by the user of the process.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  assertUuid,
  failUnavailable,
  pageSize,
  parseObjectKey,
  type FileEntry,
  type FileStorage,
} from './file-storage.ts';

/**
 * Opens the folder. It is created with the first file.
 *
 * @param folder the same for API and worker; on several machines, a shared volume
 */
export function openFolder(folder: string): FileStorage {
  const root = path.resolve(folder);
  return {
    forTenant(tenantId) {
      const tenantFolder = path.join(root, assertUuid(tenantId));
      const toPath = (id: string): string => path.join(tenantFolder, `${assertUuid(id)}.pdf`);
      return {
        async put(id, bytes) {
          const file = toPath(id);
          const draft = toPath(randomUUID()); // the sweep deletes a draft that a crash leaves
          try {
            await mkdir(tenantFolder, { recursive: true, mode: 0o700 });
            await writeDurably(draft, bytes);
            await rename(draft, file);
          } catch (error) {
            await rm(draft, { force: true }).catch(() => undefined);
            failUnavailable(error);
          }
        },
        read: async (id) => readFile(toPath(id)).catch(nullIfMissing),
        size: async (id) => stat(toPath(id)).then(({ size }) => size, nullIfMissing),
        stream: async (id, start, end) =>
          open(toPath(id)).then((file) => file.createReadStream({ start, end }), nullIfMissing),
        remove: async (id) => rm(toPath(id), { force: true }).catch(failUnavailable),
        removeAll: () => rm(tenantFolder, { recursive: true, force: true }).catch(failUnavailable),
      };
    },
    async *list() {
      let page: FileEntry[] = [];
      for (const tenantId of await listNames(root)) {
        for (const name of await listNames(path.join(root, tenantId))) {
          const file = parseObjectKey(`${tenantId}/${name}`);
          const at = file && (await stat(path.join(root, tenantId, name)).then(({ mtime }) => mtime, nullIfMissing));
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

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Lists a folder; empty if it does not exist or is a file. */
async function listNames(folder: string): Promise<string[]> {
  const emptyIfMissing = (error: NodeJS.ErrnoException): [] =>
    error.code === 'ENOTDIR' ? [] : (nullIfMissing(error) ?? []);
  return readdir(folder).catch(emptyIfMissing);
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  return error.code === 'ENOENT' ? null : failUnavailable(error);
}

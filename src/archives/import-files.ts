// Stores the files of an archive. Another database may have the same files of the tenant in the same storage: they are
// left alone.
import type { TenantFiles } from '../storage/file-storage.ts';
import type { FileLine } from './format.ts';

export type ImportFiles = {
  /** Stores a file unless it is there. @throws {Error} if a file with its id and other content is there */
  write: (line: FileLine) => Promise<void>;
  /** Removes the files that were not there before. */
  removeWritten: () => Promise<void>;
};

export function createImportFiles(store: TenantFiles): ImportFiles {
  const written: string[] = [];
  return {
    async write({ file, content }) {
      const bytes = Buffer.from(content, 'base64');
      const existing = await store.read(file);
      if (existing?.equals(bytes)) return;
      if (existing) throw new Error(`The file storage has another PDF ${file} of this tenant; nothing was imported.`);
      written.push(file);
      await store.put(file, bytes);
    },
    async removeWritten() {
      for (const id of written) await store.remove(id);
    },
  };
}

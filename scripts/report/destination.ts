// Where a report goes: to stdout, or into a file that is there whole or not at all.
import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { write } from '../output.ts';

/**
 * Writes the pieces, one after the other.
 *
 * @param file its path; stdout if not given, or `-`. A file that was there before stays until everything is written; what
 *   is no file, such as a pipe or /dev/stdout, is written to as it is. Where the path is a link, the link stays.
 */
export async function writeTo(file: string | undefined, pieces: AsyncIterable<string>): Promise<void> {
  if (file === undefined || file === '-') {
    for await (const piece of pieces) await write(piece);
    return;
  }
  const there = await stat(file).catch(() => null);
  if (file === '' || there?.isDirectory()) throw new Error(`"${file}" is no file that can be written.`);
  const replaces = !there || there.isFile();
  const target = there?.isFile() ? await realpath(file) : file;
  const beside = replaces ? `${target}.${randomUUID()}.tmp` : target;
  const handle = await open(beside, replaces ? 'wx' : 'w', 0o600).catch((error: Error) => {
    throw new Error(`${file} cannot be written: ${error.message}`, { cause: error });
  });
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.close();
    if (replaces) await rename(beside, target);
  } catch (error) {
    await handle.close();
    if (replaces) await rm(beside, { force: true });
    throw error;
  }
}

// Writes a report to stdout, or atomically to a file.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { logToStderr, write } from '../output.ts';

type Pieces = AsyncIterable<string> | Iterable<string>;

/** Writes the output of a command as `writeTo` does, and says where it is. */
export async function writeOutput(file: string | undefined, pieces: Pieces): Promise<void> {
  await writeTo(file, pieces);
  if (file !== undefined) logToStderr(`Written to ${file}.`);
}

/**
 * Writes the pieces in order.
 *
 * @param file the path; stdout if absent or `-`. An existing file is replaced once everything is written. A pipe or device,
 *   such as /dev/stdout, is written to directly. Symbolic links are kept.
 */
export async function writeTo(file: string | undefined, pieces: Pieces): Promise<void> {
  if (file === undefined || file === '-') {
    for await (const piece of pieces) await write(piece);
    return;
  }
  const existing = await stat(file).catch(() => null);
  if (file === '' || existing?.isDirectory()) throw new Error(`"${file}" is not a writable file.`);
  const isReplaced = !existing || existing.isFile();
  const target = existing?.isFile() ? await realpath(file) : file;
  const draft = isReplaced ? `${target}.${randomUUID()}.tmp` : target;
  const handle = await open(draft, isReplaced ? 'wx' : 'w', 0o600).catch((error: Error) => {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing ? `there is no folder ${path.dirname(file)}` : error.message.replace(draft, file);
    throw new Error(`${file} cannot be written: ${reason}`, { cause: error });
  });
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.close();
    if (isReplaced) await rename(draft, target);
  } catch (error) {
    await handle.close();
    if (isReplaced) await rm(draft, { force: true });
    throw error;
  }
}

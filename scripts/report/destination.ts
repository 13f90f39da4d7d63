// Where a report goes: to stdout, or into a file that is there whole or not at all.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { write } from '../output.ts';

/**
 * Writes the pieces, one after the other.
 *
 * @param file its path; stdout if not given. What was there before stays until everything is written.
 */
export async function writeTo(file: string | undefined, pieces: AsyncIterable<string>): Promise<void> {
  if (file === undefined) {
    for await (const piece of pieces) await write(piece);
    return;
  }
  const beside = `${file}.${randomUUID()}.tmp`;
  const handle = await open(beside, 'wx', 0o600).catch((error: Error) => {
    throw new Error(`${file} cannot be written: ${error.message}`, { cause: error });
  });
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.close();
    await rename(beside, file);
  } catch (error) {
    await handle.close();
    await rm(beside, { force: true });
    throw error;
  }
}

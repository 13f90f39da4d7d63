// Ids of work that is repeated: the same new ones in each run of a transaction, or derived from what they stand for.
import { createHash, randomUUID } from 'node:crypto';

/** Returns a function that creates an id for a key once. */
export function createIdMemory<Key = string>(newId: () => string = randomUUID): (key: Key) => string {
  const ids = new Map<Key, string>();
  return (key) => {
    const id = ids.get(key) ?? newId();
    ids.set(key, id);
    return id;
  };
}

/** Returns a function that starts the same sequence of ids again. */
export function createRepeatableIds(newId?: () => string): () => () => string {
  const getId = createIdMemory<number>(newId);
  return () => {
    let place = 0;
    return () => getId(place++);
  };
}

/**
 * Returns the id for these parts: the same for the same parts in the same order, also in a database restored from a
 * backup. A UUID of version 8, from SHA-256 as in RFC 9562, appendix B.2.
 */
export function deriveId(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

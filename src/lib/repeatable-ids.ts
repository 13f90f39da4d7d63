// Ids for a transaction that may be repeated: each run gets the same new ones, so that it writes the same.
import { randomUUID } from 'node:crypto';

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

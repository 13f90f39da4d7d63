// Remembers the latest tokens that were let in, by their hash.
import { LRUCache } from 'lru-cache';

const maxRemembered = 5_000;

export type AcceptedTokens = {
  has(id: string): boolean;
  /** Remembers one; the oldest is forgotten when there are too many. */
  add(id: string): void;
  delete(id: string): void;
};

export function createAcceptedTokens(): AcceptedTokens {
  const ids = new LRUCache<string, true>({ max: maxRemembered });
  return {
    has: (id) => ids.has(id),
    add: (id) => void ids.set(id, true),
    delete: (id) => void ids.delete(id),
  };
}

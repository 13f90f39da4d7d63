// Remembers the latest tokens that were let in, by their hash.

const maxRemembered = 5_000;

export type LetIn = {
  has(id: string): boolean;
  /** Remembers one; the oldest is forgotten when there are too many. */
  add(id: string): void;
  delete(id: string): void;
};

export function createLetIn(): LetIn {
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > maxRemembered && oldest !== undefined) ids.delete(oldest);
    },
    delete: (id) => void ids.delete(id),
  };
}

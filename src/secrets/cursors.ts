// Cursors of lists that are read in pages: encrypted, because positions hold names and addresses, and valid only where they
// were created.
import { fail } from '../errors.ts';
import { createSecretBox } from './secret-box.ts';
import type { ServiceKeys } from './service-keys.ts';

/** Where a page ends: the sort key of its last item, as the query of the list returned it. */
export type Position = Record<string, unknown>;

export type Cursors = ReturnType<typeof createCursors>;

/**
 * `binding` is a JSON value that identifies caller, list and filters. Equal positions have equal cursors, as ETags need.
 *
 * @param keys the same for all API processes
 */
export function createCursors(keys: ServiceKeys) {
  const box = createSecretBox(keys, 'list-cursors');
  return {
    encode: (position: Position, binding: unknown): string =>
      box.seal(JSON.stringify(position), JSON.stringify(binding)),
    /** @throws {ApiError} INVALID_CURSOR unless `encode` created the cursor with the same binding */
    decode(cursor: string, binding: unknown): Position {
      const position = box.open(cursor, JSON.stringify(binding)) ?? fail('INVALID_CURSOR');
      return JSON.parse(position) as Position;
    },
  };
}

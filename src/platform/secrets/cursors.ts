// Cursors of lists that are read in pages: a position, sealed for the caller, the list and its filters.
import { fail } from '../errors.ts';
import type { ServiceKeys } from './service-keys.ts';
import { createSecretBox } from './secret-box.ts';

/** Where a page ends: the sort key of its last item, as the query of the list returned it. */
export type Position = Record<string, unknown>;

/**
 * Valid only where they were created: `binding` is a JSON value that identifies caller, list and filters. Positions contain
 * names and addresses. Equal ones have equal cursors, as ETags need.
 */
export type Cursors = {
  encode(position: Position, binding: unknown): string;
  /** @throws {ApiError} INVALID_CURSOR unless `encode` created the cursor with the same binding */
  decode(cursor: string, binding: unknown): Position;
};

/** @param keys the same for all API processes */
export function createCursors(keys: ServiceKeys): Cursors {
  const box = createSecretBox(keys, 'list-cursors');
  return {
    encode: (position, binding) => box.seal(JSON.stringify(position), JSON.stringify(binding)),
    decode(cursor, binding) {
      const position = box.open(cursor, JSON.stringify(binding)) ?? fail('INVALID_CURSOR');
      return JSON.parse(position) as Position;
    },
  };
}

// Repeats a read that was refused, since a statement may look while a move is being committed.
import { ApiError } from '../errors.ts';

/**
 * Runs a read, and once more when it was refused. Neo4j is read-committed: while a move is being committed, a statement may
 * find a person under neither manager.
 */
export function confirmRefusal<T>(read: () => Promise<T>): Promise<T> {
  return read().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return read();
    throw error;
  });
}

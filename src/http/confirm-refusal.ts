// Repeats a read that was refused, because a move may have been under way.
import { ApiError } from '../errors.ts';

/**
 * Runs a read, and once more when it was refused. Neo4j is read-committed: while a move is being committed, a statement may
 * find a person under neither manager.
 *
 * @param byFollower goes first, if there is one. A follower that fails or refuses, perhaps because it lacks what was written
 *   since, has decided nothing
 */
export async function confirmRefusal<T>(read: () => Promise<T>, byFollower?: (() => Promise<T>) | null): Promise<T> {
  if (byFollower) return byFollower().catch(() => confirmRefusal(read));
  return read().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return read();
    throw error;
  });
}

// Which assistants act for whom: noted when one calls a tool, so that admins and the person see it.
import { LRUCache } from 'lru-cache';
import type { GraphClient } from '../../platform/graph/client.ts';

/** A process notes an assistant again after this, and remembers so many. */
const notedAgain = { afterMs: 60 * 60_000, maxRemembered: 10_000 };
/** The latest assistants of a person that are kept. */
export const maxUses = 20;

/** Notes that an assistant acts for a user, at most once an hour a process; calls at the same time share one note. */
export type NoteUse = (
  graph: Pick<GraphClient, 'bind'>,
  user: { tenantId: string; userId: string },
  client: string,
) => Promise<void>;

export function createUses(now: () => Date): NoteUse {
  const noted = new LRUCache<string, { at: number; written: Promise<unknown> }>({ max: notedAgain.maxRemembered });
  return async (graph, { tenantId, userId }, client) => {
    const key = `${tenantId} ${userId} ${client}`;
    const at = now();
    const known = noted.get(key);
    if (known && Math.abs(at.getTime() - known.at) < notedAgain.afterMs) return void (await known.written);
    const note = { client, maxUses, now: at.toISOString() };
    const written = graph.bind({ tenantId, userId }).write('assistants/note_use', note);
    noted.set(key, { at: at.getTime(), written });
    await written.catch((error: unknown) => {
      noted.delete(key);
      throw error;
    });
  };
}

// The weekly digest of a recipient, made from their sight: when it is delivered, and again when its e-mail is sent.
import type { CallerGraph } from '../../platform/access/caller-graph.ts';
import { readInSight } from '../../platform/access/in-sight.ts';
import { rolesThatHold } from '../../platform/access/permissions.ts';
import { ApiError } from '../../platform/errors.ts';
import type { DigestRow } from '../summaries/schema.ts';
import type { Scores } from '../../platform/schema/scores.ts';
import { createDigestCounter } from './digest-figures.ts';

/**
 * The payload of the template, and the ids of the people it is about; null if only the sender of the payload knows them.
 * `isCounted`: these people were found now, and the event does not name them all.
 */
export type NotificationContent = { payload: Record<string, unknown>; aboutIds: string[] | null; isCounted?: true };

/** `averages` are for the e-mail alone: in a record they would outlive scores that are erased, or expire. */
type Digest = { content: NotificationContent; averages: Scores | null };

/**
 * Builds the digest of the recipient: the people in their sight at this moment, and what waits for their response. Null if
 * there are none, or the recipient may not read it, any more.
 *
 * @param graph bound to the recipient
 */
export async function buildDigest(graph: CallerGraph, weekStart: string, now: string): Promise<Digest | null> {
  const scope = { graph, asOperator: false };
  let counter: ReturnType<typeof createDigestCounter>;
  let waiting: Waiting;
  try {
    const { head, rows } = await readInSight<{ excused: number }, DigestRow>(scope, 'digest:read', (sight) => [
      'summaries/weekly_digest',
      { ...sight, weekStart, now, rolesThatReadAbsences: rolesThatHold('absence:read') },
    ]);
    counter = createDigestCounter(head.excused);
    for await (const page of rows) counter.add(page);
    waiting = await graph.one<Waiting>('summaries/awaiting_response', { now });
  } catch (error) {
    // The recipient was deactivated, or has no reports any more, since the run was opened.
    if (error instanceof ApiError && (error.code === 'FORBIDDEN' || error.code === 'UNAUTHENTICATED')) return null;
    throw error;
  } finally {
    graph.closeLists();
  }
  const figures = counter.getFigures();
  const { awaiting, writers } = waiting;
  if (figures.people === 0 && awaiting === 0) return null;
  const content: NotificationContent = {
    payload: { weekStart, ...figures, ...(awaiting > 0 && { awaiting, writers: writers.map(({ name }) => name) }) },
    aboutIds: [...new Set([...counter.getAboutIds(), ...writers.map(({ id }) => id)])],
    isCounted: true,
  };
  return { content, averages: counter.getAverages() };
}
type Waiting = { awaiting: number; writers: { id: string; name: string }[] };

// Shares the process between tenants: while several send requests, each has a few at work and its others wait their turn.
import type { EventEmitter } from 'node:events';
import type { Middleware } from 'koa';
import { ApiError, fail } from '../../errors.ts';
import type { GraphClient } from '../../graph/client.ts';
import { fairShare } from '../../limits.ts';
import { getCaller } from '../caller.ts';
import type { Endpoint } from '../endpoint.ts';

type Line = { places: number; atWork: number; waiting: (() => void)[] };
type Sender = { tenantId: string; at: number };

/**
 * Creates the middleware of endpoints. A tenant that sends alone is not limited. Otherwise its requests wait in two lines: one of
 * usual requests, of which a few are at work, and one of those that are declared heavy, of which one is.
 *
 * @param graph says whether the tenant has too much under way, which its requests find out when they start
 * @param now milliseconds of a monotonic clock
 * @throws {ApiError} OVERLOADED if so, if too many requests of the tenant wait, or this one for too long
 */
export function shareBetweenTenants(
  graph: Pick<GraphClient, 'isOverloaded'>,
  now: () => number = () => performance.now(),
): (declared: Endpoint) => Middleware {
  const lines = new Map<string, Line>();
  /** The tenant that sent last, and the latest of the others. */
  let last: Sender = { tenantId: '', at: -Infinity };
  let lastOther: Sender = last;

  function noteRequest(tenantId: string): void {
    if (tenantId !== last.tenantId) lastOther = last;
    last = { tenantId, at: now() };
  }

  function isAlone(tenantId: string): boolean {
    const other = tenantId === last.tenantId ? lastOther : last;
    return now() - other.at > fairShare.sendsForMs;
  }

  function startNext(tenantId: string, line: Line): void {
    for (let [next] = line.waiting; next; [next] = line.waiting) {
      if (line.atWork >= line.places && !isAlone(tenantId)) return;
      line.waiting.shift();
      line.atWork += 1;
      next();
    }
  }

  /**
   * Waits for a place, until the time is up or the client has left. Returns the function that gives it back, once or more
   * often.
   */
  async function takePlace(tenantId: string, isHeavy: boolean, client: EventEmitter): Promise<() => void> {
    noteRequest(tenantId);
    const key = `${tenantId} ${isHeavy ? 'heavy' : ''}`;
    const places = isHeavy ? fairShare.heavyAtWork : fairShare.atWork;
    const line = lines.get(key) ?? { places, atWork: 0, waiting: [] };
    lines.set(key, line);
    if (line.waiting.length >= fairShare.waiting) fail('OVERLOADED');
    await new Promise<void>((start, refuse) => {
      const giveUp = (): void => {
        line.waiting = line.waiting.filter((one) => one !== entry);
        end();
        refuse(new ApiError('OVERLOADED'));
        startNext(tenantId, line);
      };
      const timer = setTimeout(giveUp, fairShare.waitMs);
      client.once('close', giveUp);
      const end = (): void => {
        clearTimeout(timer);
        client.off('close', giveUp);
      };
      const entry = (): void => (end(), start());
      line.waiting.push(entry);
      startNext(tenantId, line);
    });
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      line.atWork -= 1;
      startNext(tenantId, line);
      if (line.atWork === 0) lines.delete(key);
    };
  }

  return ({ isHeavy = false }) =>
    async (ctx, next) => {
      const { tenantId } = getCaller(ctx);
      const leave = await takePlace(tenantId, isHeavy, ctx.res);
      const timer = setTimeout(leave, isHeavy ? fairShare.heavyPlaceMs : fairShare.placeMs);
      try {
        if (graph.isOverloaded(tenantId)) fail('OVERLOADED');
        await next();
      } finally {
        clearTimeout(timer);
        leave();
      }
    };
}

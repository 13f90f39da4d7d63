// Health checks and metrics of a process. Readiness depends on Neo4j; an unreachable Redis only degrades it.
import Router from '@koa/router';
import type { PlanCounts, ReadyState } from '../../graph/load/query-plans.ts';
import { readVersion } from '../../lib/project-folder.ts';
import type { Metrics } from './metrics.ts';

const probeWithinMs = 1_000;
/** What operators and their monitoring call: never refused, traced or counted as requests. */
export const healthPaths: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

export type Health = {
  graph: { probe(withinMs: number): Promise<void>; state(): ReadyState; planCounts(): PlanCounts | null };
  redis: { ping(withinMs: number): Promise<void> };
  /** True once the shutdown has started. */
  stopping: () => boolean;
  metrics: Pick<Metrics, 'text' | 'contentType'>;
};

/**
 * Creates the routes `/livez` (contacts no server), `/metrics` and `/readyz` (200 with `ready` or `degraded`; 503 with
 * `not-ready` while Neo4j is down or has everyday queries to plan, and during shutdown), with the version that runs and the number of queries that
 * have plans.
 */
export function createHealthRoutes({ graph, redis, stopping, metrics }: Health): Router {
  const router = new Router();
  const version = readVersion();
  router.get('/livez', (ctx) => void (ctx.body = { status: 'alive' }));
  router.get('/readyz', async (ctx) => {
    const state = graph.state();
    const [neo4j, queue] = await Promise.all([
      state === 'ready' && isAnswering(graph.probe(probeWithinMs)),
      isAnswering(redis.ping(probeWithinMs)),
    ]);
    const isReady = neo4j && !stopping();
    ctx.status = isReady ? 200 : 503;
    ctx.body = {
      status: describeStatus(isReady, queue),
      neo4j: describeDatabase(neo4j, state),
      redis: queue ? 'up' : 'down',
      version,
      ...describePlans(graph.planCounts()),
    };
  });
  router.get('/metrics', async (ctx) => {
    ctx.body = await metrics.text();
    ctx.type = metrics.contentType;
  });
  return router;
}

/** Queries that have no plan yet are slow when they are first used. */
function describePlans(counts: PlanCounts | null): { plannedQueries?: PlanCounts } {
  return counts ? { plannedQueries: counts } : {};
}

async function isAnswering(probe: Promise<void>): Promise<boolean> {
  return probe.then(
    () => true,
    () => false,
  );
}

function describeStatus(isReady: boolean, hasQueue: boolean): 'not-ready' | 'ready' | 'degraded' {
  if (!isReady) return 'not-ready';
  return hasQueue ? 'ready' : 'degraded';
}

function describeDatabase(isUp: boolean, state: ReadyState): 'up' | 'down' | ReadyState {
  if (isUp) return 'up';
  return state === 'ready' || state === 'away' ? 'down' : state; // otherwise `planning`
}

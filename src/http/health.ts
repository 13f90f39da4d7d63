// Whether a process lives, whether it is ready for work, and its figures. Neo4j decides; Redis out of reach only degrades.
import Router from '@koa/router';
import type { ReadyState } from '../graph/readiness.ts';
import type { Metrics } from './metrics.ts';

const probeWithinMs = 1_000;

export type Health = {
  graph: { probe(withinMs: number): Promise<void>; state(): ReadyState };
  redis: { ping(withinMs: number): Promise<void> };
  /** True once the process was told to stop. */
  stopping: () => boolean;
  metrics: Pick<Metrics, 'text' | 'contentType'>;
};

/**
 * `/livez` (asks nobody), `/readyz` (200 with `ready` or `degraded`, or 503 with `not-ready`: Neo4j is down, still
 * plans the queries, or does not yet keep up with the load) and `/metrics`.
 */
export function createHealthRoutes({ graph, redis, stopping, metrics }: Health): Router {
  const router = new Router();
  router.get('/livez', (ctx) => void (ctx.body = { status: 'alive' }));
  router.get('/readyz', async (ctx) => {
    const state = graph.state();
    const [neo4j, queue] = await Promise.all([
      state === 'ready' && isAnswering(graph.probe(probeWithinMs)),
      isAnswering(redis.ping(probeWithinMs)),
    ]);
    const ready = neo4j && !stopping();
    ctx.status = ready ? 200 : 503;
    ctx.body = {
      status: !ready ? 'not-ready' : queue ? 'ready' : 'degraded',
      neo4j: neo4j ? 'up' : state === 'ready' || state === 'away' ? 'down' : state,
      redis: queue ? 'up' : 'down',
    };
  });
  router.get('/metrics', async (ctx) => {
    ctx.body = await metrics.text();
    ctx.type = metrics.contentType;
  });
  return router;
}

async function isAnswering(probe: Promise<void>): Promise<boolean> {
  return probe.then(
    () => true,
    () => false,
  );
}

// What Prometheus may ask a process. No label names a tenant or a person.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { GraphClient } from '../graph/client.ts';
import type { Queues } from '../queues/queues.ts';

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A process's figures, with those of the process itself: CPU, memory, event-loop lag. */
export type Metrics = {
  contentType: string;
  /** All of it in Prometheus' text format. What cannot be had at the moment is left out. */
  text(): Promise<string>;
  /** Counts a request and how long it took, by the pattern of its route. */
  request(method: string, route: string | undefined, status: number, seconds: number): void;
  /** Counts a request that was refused because too much was under way; it is not among the others. */
  refusal(): void;
  email(outcome: string): void;
  /** Shows the outbox and the queues, read when asked. */
  watch(graph: GraphClient, queues: Pick<Queues, 'counts'>, now: () => Date): void;
};

export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  });
  const emails = new Counter({
    name: 'emails_total',
    help: 'Attempts to send an e-mail by how they ended; throttled are those, too, whose turn did not come',
    labelNames: ['outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests answered 503 OVERLOADED before they were looked at',
    registers,
  });
  let refresh = (): Promise<void> => Promise.resolve();
  return {
    contentType: registry.contentType,
    async text() {
      await refresh();
      return registry.metrics();
    },
    request: (method, route = 'none', status, seconds) => requests.observe({ method, route, status }, seconds),
    refusal: () => refusals.inc(),
    email: (outcome) => emails.inc({ outcome }),
    watch(graph, queues, now) {
      const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
        new Gauge({ name, help, labelNames, registers });
      const pending = gauge('outbox_pending', 'Events that are not done');
      const oldest = gauge('outbox_oldest_seconds', 'How long the oldest pending event waits');
      const dead = gauge('outbox_dead', 'Events that are given up until somebody retries them');
      const jobs = gauge('queue_jobs', 'Jobs by queue and state', ['queue', 'state']);
      refresh = async () => {
        const [figures, counts] = await Promise.all([
          graph.bind({}).one<OutboxStats>('outbox/stats').catch(toNull),
          queues.counts().catch(toNull),
        ]);
        const since = figures?.oldest ? Date.parse(figures.oldest) : now().getTime();
        pending.set(figures?.pending ?? NaN);
        dead.set(figures?.dead ?? NaN);
        oldest.set(figures ? Math.max(0, (now().getTime() - since) / 1000) : NaN);
        jobs.reset();
        for (const [queue, states] of Object.entries(counts ?? {})) {
          for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
        }
      };
    },
  };
}

type OutboxStats = { pending: number; dead: number; oldest: string | null };

function toNull(): null {
  return null;
}

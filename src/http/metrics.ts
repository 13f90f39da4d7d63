// Prometheus metrics of a process. Labels never name a tenant or a person.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { GraphClient } from '../graph/client.ts';
import type { Queues } from '../queues/queues.ts';

const durationBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of the service and of its process: CPU, memory, event loop lag. */
export type Metrics = {
  contentType: string;
  /** Renders the Prometheus text format. Values of an unavailable database or Redis are NaN or omitted. */
  text(): Promise<string>;
  /** Counts a request and its duration, by route pattern. */
  request(method: string, route: string | undefined, status: number, seconds: number): void;
  /** Counts a request refused because of overload; `request` does not count it. */
  refusal(): void;
  email(outcome: string): void;
  /** Adds the metrics of outbox and queues, which are read on each scrape. */
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
    buckets: durationBucketsSeconds,
    registers,
  });
  const emails = new Counter({
    name: 'emails_total',
    help: 'Attempts to send an e-mail by outcome; throttled includes those that the rate limit held back',
    labelNames: ['outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests refused with 503 OVERLOADED before they were parsed',
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
      const pending = gauge('outbox_pending', 'Outbox events that are not done');
      const oldest = gauge('outbox_oldest_seconds', 'Age of the oldest pending outbox event');
      const dead = gauge('outbox_dead', 'Outbox events that are dead until an operator retries them');
      const jobs = gauge('queue_jobs', 'Jobs by queue and state', ['queue', 'state']);
      refresh = async () => {
        const [stats, counts] = await Promise.all([
          graph.bind({}).one<OutboxStats>('outbox/stats').catch(toNull),
          queues.counts().catch(toNull),
        ]);
        const since = stats?.oldest ? Date.parse(stats.oldest) : now().getTime();
        pending.set(stats?.pending ?? NaN);
        dead.set(stats?.dead ?? NaN);
        oldest.set(stats ? Math.max(0, (now().getTime() - since) / 1000) : NaN);
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

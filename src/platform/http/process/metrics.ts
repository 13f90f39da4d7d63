// Prometheus metrics of a process. Labels never name a tenant or a person.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { emailOutcomes, type EmailOutcome } from '../../email/classify-error.ts';
import type { GraphClient } from '../../graph/client.ts';
import { readVersion } from '../../lib/project-folder.ts';
import type { Queues } from '../../outbox/queues/queues.ts';
import { createBacklogGauges } from './backlog-metrics.ts';

const requestBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What a delivery of a webhook is after an attempt: `pending` is sent again later. */
export const attemptStatuses = ['delivered', 'pending', 'failed'] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** The metrics of the service and of its process: CPU, memory, event loop lag. */
export type Metrics = {
  contentType: string;
  /** Renders the Prometheus text format. Values of an unavailable database or Redis are NaN or omitted. */
  text(): Promise<string>;
  /** Counts a request and its duration, by route pattern. */
  request(method: string, route: string | undefined, status: number, seconds: number): void;
  /** Counts a request refused because of overload; `request` does not count it. */
  refusal(): void;
  email(outcome: EmailOutcome): void;
  /** Counts an attempt to send a notification outside of the application, by its channel. */
  message(channel: string, outcome: string): void;
  /** Counts an attempt at a webhook delivery by the status that the delivery then has. */
  webhook: (status: AttemptStatus) => void;
  /** Counts a call of a tool by an assistant. */
  assistant: (tool: string, outcome: 'answered' | 'refused') => void;
  /** Adds the statements and connection pools of this process. */
  observe(graph: Pick<GraphClient, 'figures'>): void;
  /**
   * Adds the metrics of a worker: what waits in the graph and in the queues, read on each scrape, and attempts from
   * zero.
   */
  watch(graph: GraphClient, queues: Pick<Queues, 'counts'>, now: () => Date): void;
};

/** The metrics of the process itself. To collect them observes the event loop and the collector of garbage from then on. */
let ofProcess: Registry | undefined;

function collectOfProcess(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const registries = [collectOfProcess(), registry];
  new Gauge({ name: 'build_info', help: 'Always 1; the version that runs', labelNames: ['version'], registers }).set(
    { version: readVersion() },
    1,
  );
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBucketsSeconds,
    registers,
  });
  const emails = new Counter({
    name: 'emails_total',
    help: 'Attempts to send an e-mail by outcome; throttled includes those that the rate limit held back',
    labelNames: ['outcome'],
    registers,
  });
  const messages = new Counter({
    name: 'messages_total',
    help: 'Attempts to send a notification outside of the application, by channel and outcome',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  const webhookAttempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts at webhook deliveries by outcome: delivered, pending (sent again later), failed (given up)',
    labelNames: ['outcome'],
    registers,
  });
  const assistantCalls = new Counter({
    name: 'assistant_calls_total',
    help: 'Calls of tools by assistants, by tool and outcome: answered, refused',
    labelNames: ['tool', 'outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests refused with 503 OVERLOADED; http_request_duration_seconds does not count them',
    registers,
  });
  const refreshers: (() => Promise<void>)[] = [];
  return {
    contentType: registry.contentType,
    async text() {
      await Promise.all(refreshers.map((refresh) => refresh()));
      return (await Promise.all(registries.map((one) => one.metrics()))).join('');
    },
    request: (method, route = 'none', status, seconds) => requests.observe({ method, route, status }, seconds),
    refusal: () => refusals.inc(),
    email: (outcome) => emails.inc({ outcome }),
    message: (channel, outcome) => messages.inc({ channel, outcome }),
    assistant: (tool, outcome) => assistantCalls.inc({ tool, outcome }),
    webhook: (outcome) => webhookAttempts.inc({ outcome }),
    observe(graph) {
      const readPools = createGraphMetrics(registry, graph);
      refreshers.push(() => Promise.resolve(readPools()));
    },
    watch(graph, queues, now) {
      refreshers.push(createBacklogGauges(registry, graph, queues, now));
      // A counter that appears with its first event would not show an increase.
      for (const outcome of emailOutcomes) emails.inc({ outcome }, 0);
      for (const outcome of attemptStatuses) webhookAttempts.inc({ outcome }, 0);
    },
  };
}

/** Few, because each of the 150 or so queries has its own. */
const statementBucketsSeconds = [0.005, 0.025, 0.1, 0.5, 2.5];
/** The plan of a short statement takes tens of milliseconds, and of a long one on a busy machine half a minute. */
const planBucketsSeconds = [0.02, 0.1, 0.5, 2.5, 10];
const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128];

/** Counts each statement of the graph client from now on, and returns the function that reads its pools. */
function createGraphMetrics(registry: Registry, { figures }: Pick<GraphClient, 'figures'>): () => void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'graph_statement_duration_seconds',
    help: 'Statements by query file: until the answer, of a list until its first page',
    labelNames: ['query'],
    buckets: statementBucketsSeconds,
    registers,
  });
  const failures = new Counter({
    name: 'graph_statement_failures_total',
    help: 'Statements that failed, by the code of the database, its driver or ours (no answer in time); some are repeated',
    labelNames: ['code'],
    registers,
  });
  const plans = new Histogram({
    name: 'graph_plan_duration_seconds',
    help: 'Statements that the process had the database plan before they ran',
    buckets: planBucketsSeconds,
    registers,
  });
  const batchSizes = new Histogram({
    name: 'graph_batch_size',
    help: 'Calls that one statement answers, of reads and of writes',
    labelNames: ['kind'],
    buckets: batchBuckets,
    registers,
  });
  const connections = new Gauge({
    name: 'graph_pool_connections',
    help: 'Connections to the database by pool and state (in_use, idle)',
    labelNames: ['pool', 'state'],
    registers,
  });
  const waiting = new Gauge({
    name: 'graph_pool_waiting',
    help: 'Statements that wait for a connection, by pool',
    labelNames: ['pool'],
    registers,
  });
  // The children are kept: to look one up by its labels costs more than to observe a value.
  const getDuration = createCache((query) => durations.labels(query));
  const getBatchSize = createCache((kind) => batchSizes.labels(kind));

  figures.onStatement(({ query, kind, calls, seconds, failure }) => {
    getDuration(query).observe(seconds);
    if (kind === 'read' || kind === 'write') getBatchSize(kind).observe(calls);
    if (failure !== null) failures.inc({ code: failure });
  });
  figures.onPlan(({ seconds }) => plans.observe(seconds));
  return () => {
    for (const { pool, inUse, idle, waiting: count } of figures.readPools()) {
      connections.set({ pool, state: 'in_use' }, inUse);
      connections.set({ pool, state: 'idle' }, idle);
      waiting.set({ pool }, count);
    }
  };
}

function createCache<Child>(create: (label: string) => Child): (label: string) => Child {
  const children = new Map<string, Child>();
  return (label) => {
    let child = children.get(label);
    if (!child) children.set(label, (child = create(label)));
    return child;
  };
}

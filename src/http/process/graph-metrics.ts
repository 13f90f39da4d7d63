// Metrics of the graph client: statements by query, calls that share a statement, connection pools.
import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';
import type { GraphClient } from '../../graph/client.ts';

/** Few, because each of the 150 or so queries has its own. */
const durationBucketsSeconds = [0.005, 0.025, 0.1, 0.5, 2.5];
const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128];

/** Creates the metrics, counts each statement from now on, and returns the function that reads the pools. */
export function createGraphMetrics(registry: Registry, { figures }: Pick<GraphClient, 'figures'>): () => void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'graph_statement_duration_seconds',
    help: 'Statements by query file: until the answer, of a list until its first page',
    labelNames: ['query'],
    buckets: durationBucketsSeconds,
    registers,
  });
  const failures = new Counter({
    name: 'graph_statement_failures_total',
    help: 'Statements that failed, by the code of the database, its driver or ours (no answer in time); some are repeated',
    labelNames: ['code'],
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

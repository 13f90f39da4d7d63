// The limits of the queues, and of what one statement stores for their events.
import type { QueueName } from './queues/queues.ts';

/**
 * Limits of each queue: jobs at a time per process, time limit of a job, attempts at an event, and jobs that wait in Redis:
 * the others wait in the graph, where tenants take turns.
 */
export const queueLimits = {
  notifications: { concurrency: 4, timeoutMs: 10_000, maxAttempts: 5, maxWaiting: 64 },
  emails: { concurrency: 8, timeoutMs: 20_000, maxAttempts: 10, maxWaiting: 64 },
  trends: { concurrency: 1, timeoutMs: 10 * 60_000, maxAttempts: 5, maxWaiting: 4 },
  imports: { concurrency: 1, timeoutMs: 200_000, maxAttempts: 3, maxWaiting: 2 }, // a PDF may take half a core and 256 MB
  'people-imports': { concurrency: 1, timeoutMs: 5 * 60_000, maxAttempts: 3, maxWaiting: 2 }, // most of Neo4j's memory
  'mass-notifications': { concurrency: 1, timeoutMs: 10_000, maxAttempts: 5, maxWaiting: 8 },
  'mass-emails': { concurrency: 4, timeoutMs: 20_000, maxAttempts: 10, maxWaiting: 32 },
} as const satisfies Record<
  QueueName,
  { concurrency: number; timeoutMs: number; maxAttempts: number; maxWaiting: number }
>;

/** The most notifications that one statement stores. */
export const maxDeliveriesPerWrite = 250;

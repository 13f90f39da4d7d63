// The queues of events, their limits, and the limit of what one statement stores for their events.
import { queueNames, type QueueName } from './queues/queues.ts';

/** What an outbox event names as its `queue`: a queue in Redis, or `notifications`, which the worker takes from the graph. */
export type WorkQueue = QueueName | 'notifications';
export const workQueues: readonly WorkQueue[] = ['notifications', ...queueNames];

type Limits = { concurrency: number; timeoutMs: number; maxAttempts: number };

/**
 * Limits of each queue: jobs at a time per process, time limit of a job, attempts at an event, and jobs that wait in Redis:
 * the others wait in the graph, where tenants take turns.
 */
export const queueLimits = {
  notifications: { concurrency: 4, timeoutMs: 10_000, maxAttempts: 5 },
  emails: { concurrency: 8, timeoutMs: 20_000, maxAttempts: 10, maxWaiting: 64 },
  trends: { concurrency: 1, timeoutMs: 10 * 60_000, maxAttempts: 5, maxWaiting: 4 },
  imports: { concurrency: 1, timeoutMs: 200_000, maxAttempts: 3, maxWaiting: 2 }, // a PDF may take half a core and 256 MB
  'people-imports': { concurrency: 1, timeoutMs: 5 * 60_000, maxAttempts: 3, maxWaiting: 2 }, // most of Neo4j's memory
  'mass-notifications': { concurrency: 1, timeoutMs: 10_000, maxAttempts: 5, maxWaiting: 8 },
  'mass-emails': { concurrency: 4, timeoutMs: 20_000, maxAttempts: 10, maxWaiting: 32 },
  chats: { concurrency: 16, timeoutMs: 20_000, maxAttempts: 10, maxWaiting: 64 },
  'mass-chats': { concurrency: 8, timeoutMs: 20_000, maxAttempts: 10, maxWaiting: 32 },
} as const satisfies { notifications: Limits } & Record<QueueName, Limits & { maxWaiting: number }>;

/** The most notifications that one statement stores. */
export const maxDeliveriesPerWrite = 250;

// What the work on an event is given.
import type { Logger } from 'pino';
import type { Graph, GraphClient } from '../graph/client.ts';
import type { EventTypes, OutboxEvent } from './event-types.ts';
import type { Outcome } from './outcome.ts';

/** `eventTypes`: the types that this release processes. */
export type JobServices = { graph: GraphClient; now: () => Date; log: Logger };
export type OutboxServices = JobServices & { eventTypes: EventTypes };
/** Works on one event, whose `traceparent` is that of the attempt. What it throws is logged, and the attempt has failed. */
export type Work = (event: OutboxEvent, graph: Graph, signal: AbortSignal, tenantId: string) => Promise<Outcome>;

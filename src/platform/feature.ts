// What a feature brings to the two processes: one literal a feature, in its `feature.ts`. src/app/features.ts lists them.
import type { TSchema } from '@sinclair/typebox';
import type { Mailer } from './email/ses.ts';
import type { DatabaseConfig } from './graph/connection/driver.ts';
import type { Endpoint } from './http/endpoint.ts';
import type { Metrics } from './http/process/metrics.ts';
import type { Loop } from './lib/loops.ts';
import type { WorkQueue } from './outbox/queue-limits.ts';
import type { Queues } from './outbox/queues/queues.ts';
import type { RequestCounter } from './outbox/queues/redis.ts';
import type { OutboxServices, Work } from './outbox/work.ts';
import type { ServiceKeys } from './secrets/service-keys.ts';
import type { UnsubscribeLinks } from './secrets/unsubscribe-links.ts';
import type { FileStorage } from './storage/file-storage.ts';

/** What the work of queues, loops and runners of the worker get. */
export type JobServices = OutboxServices & {
  queues: Queues;
  counter: RequestCounter;
  mailer: Mailer;
  files: FileStorage;
  database: DatabaseConfig;
  metrics: Pick<Metrics, 'email' | 'message' | 'webhook'>;
  unsubscribeLinks: UnsubscribeLinks;
  /** The base of links to the web app; without it, messages have no such links. */
  webUrl?: string | undefined;
  keys: ServiceKeys;
  /** Addresses of customers may be on this machine. */
  allowsLoopback: boolean;
};

export type Feature = {
  /** What it is for: its row in src/README.md. */
  about: string;
  /** Its endpoints by heading of the interface (src/app/sections.ts), each list in its order. */
  endpoints?: Readonly<Record<string, readonly Endpoint[]>>;
  /** The payloads of events that are no notifications, or that replace the payload of a notification. Each event has a job of its own. */
  events?: Readonly<Record<string, TSchema>>;
  /** The work of queues. Each queue is worked on by one feature. */
  work?: { readonly [Queue in WorkQueue]?: (services: JobServices) => Work };
  /** What the worker repeats until it stops. */
  loops?: readonly ((services: JobServices) => Loop)[];
  /** What works beside the queues: at a stop it ends what is under way, as the queues do. */
  runners?: readonly ((services: JobServices) => Loop)[];
};

/** Declares a feature. */
export function defineFeature(feature: Feature): Feature {
  return feature;
}

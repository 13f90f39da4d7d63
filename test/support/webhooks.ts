// Webhooks in tests: created over HTTP, delivered by a worker in the process of the test.
import pino from 'pino';
import { startPublisher } from '../../src/platform/audit/publish.ts';
import { startWebhooks, type DeliveryLimits } from '../../src/features/webhooks/runner.ts';
import { createSecretBox } from '../../src/platform/secrets/secret-box.ts';
import { readServiceKeys, type ServiceKeys } from '../../src/platform/secrets/service-keys.ts';
import { createSender, type Send, type SendOptions } from '../../src/features/webhooks/send.ts';
import type { Client, Company } from './company.ts';
import type { Service } from './service.ts';

export type CreatedWebhook = { id: string; secret: string };
export type WebhookWorker = { stop(): Promise<void>; logged: string[] };

export async function createWebhook(
  of: Company,
  admin: string,
  url: string,
  types: string[] = [],
): Promise<CreatedWebhook> {
  return post<CreatedWebhook>(of.as(admin), '/admin/webhooks', { url, types });
}

/** Creates something. A busy machine may refuse at first; then it may be there twice. */
export async function post<T>(by: Client, path: string, body?: unknown): Promise<T> {
  const answer = await whenReady(() => by.post<T>(path, body));
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Repeats a request while a busy machine refuses it. */
export async function whenReady<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}

/**
 * Publishes changes and delivers them, at the moment of this call plus `clock.aheadMs`: time stands still but for the
 * test.
 */
export async function startWebhookWorker(
  api: Service,
  {
    clock = { aheadMs: 0 },
    send,
    limits = {},
    keys,
    ...options
  }: Partial<SendOptions> & {
    clock?: { aheadMs: number };
    send?: Send;
    limits?: Partial<DeliveryLimits>;
    keys?: ServiceKeys;
  } = {},
): Promise<WebhookWorker> {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const started = Date.now();
  const now = (): Date => new Date(started + clock.aheadMs);
  const secrets = createSecretBox(keys ?? (await readServiceKeys(api.config)));
  const services = { graph: api.graph, now, log };
  const publisher = startPublisher(services);
  const sender = send ?? createSender({ allowLoopback: true, timeoutMs: 2_000, ...options });
  const webhooks = startWebhooks({ ...services, secrets, send: sender }, limits);
  return {
    logged,
    async stop() {
      await Promise.all([publisher.stop(), webhooks.stop()]);
    },
  };
}

/** Ends the webhooks of other tests. */
export async function disableWebhooks(api: Service): Promise<void> {
  await api.graph.statement(
    `MATCH (w:Webhook) WHERE w.dueAt IS NOT NULL OR w.status = 'enabled' SET w.status = 'disabled' REMOVE w.dueAt`,
  );
}

// Creates and deletes webhooks, for an admin, within their limits.
import { randomBytes } from 'node:crypto';
import { rolesThatHold } from '../../platform/access/permissions.ts';
import type { Graph } from '../../platform/graph/client.ts';
import { repeatUntilNone } from '../../platform/lib/loops.ts';
import type { Webhook } from './schema.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

/** `allowLoopback` accepts receivers on this machine. */
export type WebhookSettings = { secrets: SecretBox; allowLoopback: boolean };
/** What handlers of this feature get. */
export type WebhooksContext = { webhooks: WebhookSettings };

/** How many webhooks a tenant may have. */
export const maxWebhooks = 20;
/** How many secrets before the current one sign, each for a day after it was replaced. */
export const maxPreviousSecrets = 5;
/** While so many deliveries wait, a webhook takes no more from the change log, and requests queue no more. */
export const maxPending = 500;
const secretBytes = 32;
const deletedAtOnce = 5_000;

/** `webhook` is null, and `isFull`, if the tenant has as many as it may. */
type CreatedWebhook = { webhook: Webhook | null; isFull: boolean; secret: string };

/** Creates a secret as Standard Webhooks writes it. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/**
 * Creates a webhook with a new secret, which is stored encrypted.
 *
 * @param url one that `findUrlFault` does not refuse
 * @param types of changes; all if there are none
 * @returns null if the caller may not create it
 */
export async function createWebhook(
  graph: Pick<Graph, 'write'>,
  { url, types }: { url: string; types: readonly string[] },
  { secrets, now, newId }: { secrets: SecretBox; now: string; newId: () => string },
): Promise<CreatedWebhook | null> {
  const secret = createWebhookSecret();
  const created = await graph.write<Omit<CreatedWebhook, 'secret'>>('webhooks/create', {
    webhookId: newId(),
    auditId: newId(),
    url,
    types,
    secret: secrets.seal(secret),
    now,
    maxWebhooks,
    permittedRoles: rolesThatHold('webhook:manage'),
  });
  return created && { ...created, secret };
}

/** Returns false if the webhook does not exist, or the caller may not delete it. */
export async function deleteWebhook(
  graph: Pick<Graph, 'write'>,
  webhookId: string,
  { now, newId }: { now: string; newId: () => string },
): Promise<boolean> {
  const params = { webhookId, auditId: newId(), now, permittedRoles: rolesThatHold('webhook:manage') };
  return (await graph.write('webhooks/delete', params)) !== null;
}

/**
 * Deletes all deliveries of a webhook that no longer exists, batch by batch: there may be hundreds of thousands. What an
 * interruption leaves is deleted with its age, after 30 days.
 */
export async function deleteDeliveries(graph: Pick<Graph, 'write'>, webhookId: string): Promise<void> {
  await repeatUntilNone(async () => {
    const params = { webhookId, limit: deletedAtOnce };
    return (await graph.write<{ deleted: number }>('webhooks/delete_deliveries', params))?.deleted ?? 0;
  });
}

// Creates a webhook, for an admin or the operator.
import { rolesThatManageWebhooks } from '../access/permissions.ts';
import type { Graph } from '../graph/client.ts';
import type { Webhook } from '../model/index.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { maxWebhooks } from './limits.ts';
import { createWebhookSecret } from './secrets.ts';

/** `webhook` is null, and `isFull`, if the tenant has as many as it may. */
type CreatedWebhook = { webhook: Webhook | null; isFull: boolean; secret: string };

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
  context: { secrets: SecretBox; now: string; newId: () => string; asOperator?: boolean },
): Promise<CreatedWebhook | null> {
  const { secrets, now, newId, asOperator = false } = context;
  const secret = createWebhookSecret();
  const created = await graph.write<Omit<CreatedWebhook, 'secret'>>('webhooks/create', {
    ...{ webhookId: newId(), auditId: newId(), url, types, secret: secrets.seal(secret), now },
    ...{ maxWebhooks, asOperator, permittedRoles: rolesThatManageWebhooks },
  });
  return created && { ...created, secret };
}

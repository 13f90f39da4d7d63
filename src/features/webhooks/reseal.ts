// Re-encrypts the secrets of webhooks with the new key of the service while that key is rotated, so that the former key can be
// removed.
import type { Logger } from 'pino';
import type { GraphClient } from '../../platform/graph/client.ts';
import { startLoop, type Loop } from '../../platform/lib/loops.ts';
import { createSecretBox, type SecretBox } from '../../platform/secrets/secret-box.ts';
import { listKeyIds, type ServiceKeys } from '../../platform/secrets/service-keys.ts';

/** The webhooks of a page of `webhooks/list_secrets`. */
const batchSize = 500;
const pauseMs = 60_000;
const pauseAfterFaultMs = 5_000;

type Sealed = { tenantId: string; id: string; secret: string; previousSecrets: string[] };
type Outdated = Sealed & { was: string; previousWere: string[] };
/** How many webhooks have secrets that were encrypted with another key than the first, and how many have one that no key opens. */
type Counts = { outdated: number; unreadable: number };

/** Counts the webhooks that would be lost if only the first of the keys were left. */
export function countOutdated(graph: GraphClient, keys: ServiceKeys): Promise<Counts> {
  return eachBatch(graph, createSecretBox(keys), ({ length }) => Promise.resolve(length));
}

/** Re-encrypts the secrets of all webhooks with the first of the keys, in batches. */
export function resealSecrets(graph: GraphClient, keys: ServiceKeys, signal?: AbortSignal): Promise<Counts> {
  const reseal = async (webhooks: Outdated[]): Promise<number> =>
    (await graph.bind({}).write<{ resealed: number }>('webhooks/reseal', { webhooks }))?.resealed ?? 0;
  return eachBatch(graph, createSecretBox(keys), reseal, signal);
}

/** Repeats it while there are two keys, because processes whose first key is still the former one create webhooks too. */
export function startResealing(services: { graph: GraphClient; keys: ServiceKeys; log: Logger }): Loop {
  const { graph, keys, log } = services;
  const onFault = (error: unknown): void => log.warn({ err: error }, 'webhook secrets not re-encrypted; trying again');
  return startLoop({ pauseMs, pauseAfterFaultMs, onFault }, async (signal) => {
    if (keys.length === 1) return false;
    const { outdated: resealed, unreadable } = await resealSecrets(graph, keys, signal);
    if (resealed + unreadable > 0)
      log.info({ resealed, unreadable, keyId: listKeyIds(keys)[0] }, 'webhook secrets re-encrypted');
    return false;
  });
}

async function eachBatch(
  graph: GraphClient,
  box: SecretBox,
  take: (outdated: Outdated[]) => Promise<number>,
  signal?: AbortSignal,
): Promise<Counts> {
  const counts: Counts = { outdated: 0, unreadable: 0 };
  let webhooks: Sealed[];
  let after = '';
  do {
    const page = await graph.bind({}).one<{ webhooks: Sealed[] }>('webhooks/list_secrets', { after });
    webhooks = page.webhooks;
    const outdated = webhooks.flatMap((webhook) => {
      const secret = reencrypt(box, webhook.secret);
      const previousSecrets = webhook.previousSecrets.map((sealed) => reencrypt(box, sealed) ?? sealed);
      if (secret === null) counts.unreadable += 1;
      const isCurrent =
        secret === webhook.secret && previousSecrets.every((one, at) => one === webhook.previousSecrets[at]);
      return secret === null || isCurrent
        ? []
        : [{ ...webhook, was: webhook.secret, previousWere: webhook.previousSecrets, secret, previousSecrets }];
    });
    if (outdated.length > 0) counts.outdated += await take(outdated);
    after = webhooks.at(-1)?.id ?? '';
  } while (webhooks.length === batchSize && !signal?.aborted);
  return counts;
}

/** Returns the same text if the first key encrypted it, and null if no key opens it. */
function reencrypt(box: SecretBox, sealed: string): string | null {
  const text = box.open(sealed);
  return text === null ? null : box.seal(text);
}

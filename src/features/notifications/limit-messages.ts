// Bounds how many messages outside of the application somebody causes: what is left out stays in the app.
import { mails } from '../../platform/limits.ts';
import type { RequestCounter } from '../../platform/outbox/queues/redis.ts';

/**
 * Returns the deliveries; those beyond the bounds of `limits.ts` without messages. One that is tried again counts again. The
 * messages of a delivery by several channels count once.
 *
 * @param sender who caused them: a user, a service or the operator
 */
export function limitMessages<Delivery extends { userId: string; messages: readonly unknown[] }>(
  counter: RequestCounter,
  { tenantId, sender }: { tenantId: string; sender: string },
  deliveries: readonly Delivery[],
): Promise<Delivery[]> {
  const key = `mails:${tenantId}:${sender}`;
  const count = async (of: string): Promise<number> => (await counter.count(of, mails.perSeconds, 1)).used;
  return Promise.all(
    deliveries.map(async (delivery) => {
      if (delivery.messages.length === 0) return delivery;
      const isWithin =
        (await count(`${key}:${delivery.userId}`)) <= mails.toRecipient && (await count(key)) <= mails.ofSender;
      return isWithin ? delivery : { ...delivery, messages: [] };
    }),
  );
}

// Bounds how many e-mails somebody causes: what is left out stays in the app.
import { mails } from '../../platform/limits.ts';
import type { RequestCounter } from '../../platform/outbox/queues/redis.ts';

/**
 * Returns the deliveries; those beyond the bounds of `limits.ts` without an e-mail. One that is tried again counts again.
 *
 * @param sender who caused them: a user, a service or the operator
 */
export function limitMails<Delivery extends { userId: string; emailEventId: string | null }>(
  counter: RequestCounter,
  { tenantId, sender }: { tenantId: string; sender: string },
  deliveries: readonly Delivery[],
): Promise<Delivery[]> {
  const key = `mails:${tenantId}:${sender}`;
  const count = async (of: string): Promise<number> => (await counter.count(of, mails.perSeconds, 1)).used;
  return Promise.all(
    deliveries.map(async (delivery) => {
      if (delivery.emailEventId === null) return delivery;
      const isWithin =
        (await count(`${key}:${delivery.userId}`)) <= mails.toRecipient && (await count(key)) <= mails.ofSender;
      return isWithin ? delivery : { ...delivery, emailEventId: null };
    }),
  );
}

// Chat: a signed POST for each notification to an address of the company, from where a flow of Teams or a workflow of Slack
// sends it on to the person. It has the guards of webhooks: checks of addresses, signature, no redirects, a limit of time.
import { setTimeout as delay } from 'node:timers/promises';
import { readRetryAfterMs } from '../../../webhooks/attempts.ts';
import { signEvent } from '../../../webhooks/send.ts';
import { defineChannel } from '../define-channel.ts';
import { renderChat } from './card.ts';

type Result =
  | { outcome: 'sent'; messageId: string }
  /** The address was taken away meanwhile. */
  | { outcome: 'off' }
  /** The tenant has its share of attempts under way. */
  | { outcome: 'busy' }
  /** The receiver wants no more messages. */
  | { outcome: 'gone' }
  | { outcome: 'failed'; reason: string; until?: string };

/** A receiver that hangs occupies the share of its own tenant: so many attempts of a process. */
export const maxAttemptsOfTenant = 4;
/**
 * So long a message waits until another attempt of its tenant has ended; then its event is deferred. If it were deferred at once, the messages
 * of a long queue would all be deferred again and again.
 */
const placeWithinMs = 1_000;
const running = new Map<string, number>();
const hasPlace = (tenantId: string): boolean => (running.get(tenantId) ?? 0) < maxAttemptsOfTenant;

export const chatChannel = defineChannel({
  id: 'chat',
  title: 'chat',
  isOn: ({ addressedChannels }) => addressedChannels?.includes('chat') ?? false,
  outside: {
    queue: 'chats',
    address: ({ email }) => email,
    render: (message, email) => ({
      tenantId: message.tenantId,
      id: message.notificationId,
      body: JSON.stringify(renderChat(message, email)),
    }),
    async send({ tenantId, id, body }, { graph, secrets, post, now }): Promise<Result> {
      if (!hasPlace(tenantId)) await delay(placeWithinMs);
      if (!hasPlace(tenantId)) return { outcome: 'busy' };
      running.set(tenantId, (running.get(tenantId) ?? 0) + 1);
      try {
        const receiver = await graph
          .bind({ tenantId })
          .maybe<{ url: string; secret: string }>('notifications/load_chat');
        if (!receiver) return { outcome: 'off' };
        const secret = secrets.open(receiver.secret);
        if (secret === null) return { outcome: 'failed', reason: 'SECRET_UNREADABLE' };
        const sent = await post(receiver.url, signEvent(id, now(), body, [secret]), body);
        if ('error' in sent) return { outcome: 'failed', reason: sent.error };
        const { httpStatus } = sent;
        if (httpStatus >= 200 && httpStatus < 300) return { outcome: 'sent', messageId: id };
        if (httpStatus === 410) return { outcome: 'gone' };
        const waitMs = readRetryAfterMs(sent, now());
        const until = waitMs > 0 && { until: new Date(now().getTime() + waitMs).toISOString() };
        return { outcome: 'failed', reason: `HTTP_${httpStatus}`, ...until };
      } finally {
        const left = (running.get(tenantId) ?? 1) - 1;
        if (left === 0) running.delete(tenantId);
        else running.set(tenantId, left);
      }
    },
    afterwards(result) {
      switch (result.outcome) {
        case 'sent':
          return { done: 'sent', messageId: result.messageId };
        case 'off':
        case 'stopped':
          return { done: 'skipped' };
        case 'busy':
          return { defer: 'BUSY' };
        case 'gone':
          return { fail: 'HTTP_410' };
        case 'failed':
          return { retry: result.reason, ...(result.until !== undefined && { until: result.until }) };
      }
    },
  },
});

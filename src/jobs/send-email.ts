// The e-mail job: sends one e-mail in an attempt. Only an attempt of unknown result can lead to a second one.
import type { EmailOutcome } from '../email/classify-error.ts';
import type { Mailer } from '../email/ses.ts';
import { renderMail, toWebLink, type NotificationType } from '../notifications/registry.ts';
import { isKnownType } from '../outbox/event-types.ts';
import type { Work } from '../outbox/process-event.ts';
import { unknownType } from '../outbox/record-outcomes.ts';
import type { UnsubscribeLinks } from '../secrets/signed-links.ts';

type EmailInput = {
  notification: { id: string; type: NotificationType; payload: string; link?: string };
  tenantName: string;
  recipient: { id: string; email: string; name: string } | null;
};

/**
 * `onOutcome` is called with the outcome of each attempt, including attempts that were stopped by the rate limit.
 * `webUrl` is the base of links that are paths; without it, such links are left out.
 */
type EmailServices = {
  mailer: Mailer;
  onOutcome: (outcome: EmailOutcome) => void;
  unsubscribeLinks: UnsubscribeLinks;
  webUrl?: string | undefined;
  now: () => Date;
};

/**
 * Creates the handler of `email.send` events. A refusal is final. Every other failure, including an uncertain one, is
 * retried with the same X-Notification-Id. Waiting for the rate limit costs no attempt, nor does a shutdown meanwhile.
 */
export function createSendEmailHandler({ mailer, onOutcome, unsubscribeLinks, webUrl, now }: EmailServices): Work {
  return async (event, graph, signal, tenantId) => {
    const input = await graph.maybe<EmailInput>('notifications/load_email', {
      notificationId: event.subjectId ?? '',
      now: now().toISOString(),
    });
    if (!input?.recipient) return { done: 'skipped' }; // they were deactivated, or are no longer the manager or a deputy
    const { notification, tenantName, recipient } = input;
    const { id: notificationId, type, payload, link } = notification;
    if (!isKnownType(type)) return { leave: unknownType };
    const unsubscribeUrl = unsubscribeLinks.create({ tenantId, userId: recipient.id, type });
    const content = renderMail(type, JSON.parse(payload) as Record<string, unknown>, {
      link: link === undefined ? null : toWebLink(link, webUrl),
      unsubscribeUrl,
      tenantName,
      recipientName: recipient.name,
    });
    const mail = { to: recipient.email, toName: recipient.name, ...content, notificationId, unsubscribeUrl };
    const delivery = await mailer.send(mail, signal);
    onOutcome(delivery.outcome);
    if (delivery.outcome === 'sent') return { done: 'sent', messageId: delivery.messageId };
    if (delivery.outcome === 'refused') return { fail: delivery.reason };
    const isUnsent =
      delivery.reason === 'OwnPace' || (delivery.outcome === 'unavailable' && delivery.reason === 'Aborted');
    return isUnsent ? { defer: delivery.reason } : { retry: delivery.reason };
  };
}

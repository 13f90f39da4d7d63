// The e-mail job: sends one e-mail, and sends it again only if it is unknown whether it was sent.
import type { EmailOutcome } from '../email/classify-error.ts';
import type { Mailer } from '../email/ses.ts';
import { render, type NotificationType } from '../notifications/registry.ts';
import type { Work } from '../outbox/process-event.ts';

type EmailInput = {
  notification: { id: string; type: NotificationType; payload: string; link?: string };
  tenantName: string;
  recipient: { email: string; name: string } | null;
};

/** Called with the outcome of each attempt, including attempts that were stopped by the rate limit. */
export type EmailOutcomeListener = (outcome: EmailOutcome) => void;

/**
 * Creates the handler of `email.send` events. A refusal is final. Every other failure, including an uncertain one, is
 * retried with the same X-Notification-Id. Waiting for the rate limit costs no attempt.
 *
 * @param webUrl the base of links that are paths; without it, such links are left out
 */
export function createSendEmailHandler(mailer: Mailer, onOutcome: EmailOutcomeListener, webUrl?: string): Work {
  return async (event, graph, signal) => {
    const input = await graph.maybe<EmailInput>('notifications/load_email', { notificationId: event.subjectId ?? '' });
    if (!input?.recipient) return { done: 'skipped' }; // the recipient was deactivated
    const { notification, tenantName, recipient } = input;
    const { subject, text, html } = render(
      notification.type,
      JSON.parse(notification.payload) as Record<string, unknown>,
      {
        ...(notification.link !== undefined && { link: toAbsoluteLink(notification.link, webUrl) }),
        tenantName,
        recipientName: recipient.name,
      },
    );
    const mail = { to: recipient.email, toName: recipient.name, subject, text, html, notificationId: notification.id };
    const delivery = await mailer.send(mail, signal);
    onOutcome(delivery.outcome);
    if (delivery.outcome === 'sent') return { done: 'sent', messageId: delivery.messageId };
    if (delivery.outcome === 'refused') return { fail: delivery.reason };
    return delivery.reason === 'OwnPace' ? { defer: delivery.reason } : { retry: delivery.reason };
  };
}

const toAbsoluteLink = (link: string, webUrl = ''): string => (link.startsWith('/') ? webUrl + link : link);

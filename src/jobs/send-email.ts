// The job of one e-mail: sent once, and again only when it is not known whether it went out.
import type { Mailer } from '../email/ses.ts';
import { render, type NotificationType } from '../notifications/registry.ts';
import type { Work } from '../outbox/process-event.ts';

type EmailInput = {
  notification: { id: string; type: NotificationType; payload: string; link?: string };
  tenantName: string;
  recipient: { email: string; name: string } | null;
};

/** Told how each attempt to send a mail ended, also one whose turn did not come. */
export type EmailOutcomeListener = (outcome: 'sent' | 'refused' | 'throttled' | 'unavailable' | 'uncertain') => void;

/**
 * Makes the work of an `email.send` event. A refusal is final. What was not taken, and what may have been taken without
 * our hearing of it, is sent again later, with the same X-Notification-Id.
 *
 * @param webUrl the web app, which a link that is a path belongs to; without one such a link is left out
 */
export function createSendEmailHandler(mailer: Mailer, onOutcome: EmailOutcomeListener, webUrl?: string): Work {
  return async (event, graph, signal) => {
    const loaded = await graph.maybe<EmailInput>('notifications/load_email', { notificationId: event.subjectId ?? '' });
    if (!loaded?.recipient) return 'done'; // they have left
    const { notification, tenantName, recipient } = loaded;
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
    if (delivery.outcome === 'sent') return 'done';
    if (delivery.outcome === 'refused') return { fail: delivery.reason };
    return delivery.reason === 'OwnPace' ? { defer: delivery.reason } : { retry: delivery.reason };
  };
}

const toAbsoluteLink = (link: string, webUrl = ''): string => (link.startsWith('/') ? webUrl + link : link);

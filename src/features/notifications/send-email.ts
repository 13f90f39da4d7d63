// The e-mail job: sends one e-mail in an attempt. Only an attempt of unknown result can lead to a second e-mail: without a
// clear answer of SES, or where the process ends between the answer and its record.
import { createCallerGraph } from '../../platform/access/caller-graph.ts';
import type { EmailOutcome } from '../../platform/email/classify-error.ts';
import type { Mailer } from '../../platform/email/ses.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import { chooseChannels, isNotificationType, isSecurityNotice } from './preferences.ts';
import { notificationTypes, type NotificationType } from './registry.ts';
import { readersByType } from './readers.ts';
import { renderMail, toWebLink } from './render.ts';
import { unknownType } from '../../platform/outbox/outcome.ts';
import type { Work } from '../../platform/outbox/work.ts';
import type { UnsubscribeLinks } from '../../platform/secrets/unsubscribe-links.ts';
import { chooseLanguage, resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { runKinds } from '../../platform/time/schedule.ts';
import { buildDigest } from '../reports/build-digest.ts';
import { findTurn, type DayFacts, type TenantDayFacts } from '../schedules/free-days.ts';

type EmailInput = {
  notification: { id: string; type: NotificationType; payload: string; link?: string; isDispatched: boolean };
  tenant: TenantSettings & TenantDayFacts;
  isRun: boolean;
  channels: string | null;
  recipient:
    | ({ id: string; email: string; name: string; language: string | null; isStopped: boolean } & DayFacts)
    | null;
};

/**
 * `onOutcome` is called with the outcome of each attempt, also of those that the rate limit held back, and `stopped`.
 * `webUrl` is the base of links that are paths; without it, such links are left out.
 */
type EmailServices = {
  graph: GraphClient;
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
export function createSendEmailHandler({
  graph: client,
  mailer,
  onOutcome,
  unsubscribeLinks,
  webUrl,
  now,
}: EmailServices): Work {
  return async (event, graph, signal, tenantId) => {
    const input = await graph.maybe<EmailInput>('notifications/load_email', {
      notificationId: event.subjectId ?? '',
      address: event.address ?? null,
      readers: readersByType,
      runKinds,
      now: now().toISOString(),
    });
    if (!input?.recipient) return { done: 'skipped' }; // they were deactivated, or are no longer who is to be told
    const { notification, recipient, channels } = input;
    if (recipient.isStopped) {
      onOutcome('stopped');
      return { done: 'stopped' };
    }
    const { id: notificationId, type, link } = notification;
    if (!isNotificationType(type)) return { leave: unknownType };
    const tenant = resolveSettings(input.tenant);
    if (!chooseChannels(type, channels ?? undefined, tenant.channelsOff).includes('email')) return { done: 'skipped' };
    if (input.isRun) {
      const at = now().toISOString();
      const turn = findTurn(recipient, input.tenant, { createdAt: event.createdAt, now: at });
      if (turn === null) return { done: 'skipped' };
      if (turn !== at) return { defer: 'FREE_DAY', until: turn };
    }
    let payload = JSON.parse(notification.payload) as Record<string, unknown>;
    if ('sight' in notificationTypes[type].readers && !notification.isDispatched) {
      const ofRecipient = createCallerGraph(client.bind({ tenantId, userId: recipient.id }));
      const digest = await buildDigest(ofRecipient, String(payload['weekStart']), now().toISOString());
      if (!digest) return { done: 'skipped' };
      payload = { ...digest.content.payload, ...(digest.averages && { averages: digest.averages }) };
    }
    const language = chooseLanguage(recipient.language, tenant.language);
    const unsubscribeUrl = isSecurityNotice(type)
      ? null
      : unsubscribeLinks.create({ tenantId, userId: recipient.id, type, language });
    const content = renderMail(
      { type, payload, tenantName: tenant.name, language },
      { name: recipient.name, link: link === undefined ? null : toWebLink(link, webUrl), unsubscribeUrl },
    );
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

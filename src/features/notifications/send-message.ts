// The job of a channel that reaches people outside of the application: decides once more whether a message may be sent, and
// sends it in an attempt.
import { createCallerGraph } from '../../platform/access/caller-graph.ts';
import type { Channel } from './channels.ts';
import type { ChannelServices, ChannelTenant, Message, OutsideChannel, Recipient } from './channels/define-channel.ts';
import { chooseChannels, isNotificationType } from './preferences.ts';
import { notificationTypes, type NotificationType } from './registry.ts';
import { selectReaders } from './readers.ts';
import { toWebLink } from './render.ts';
import { unknownType } from '../../platform/outbox/outcome.ts';
import type { Work } from '../../platform/outbox/work.ts';
import { chooseLanguage, resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { runKinds } from '../../platform/time/schedule.ts';
import { buildDigest } from '../reports/build-digest.ts';
import { findTurn, openDays, type DayFacts, type TenantDayFacts } from '../schedules/free-days.ts';

type MessageInput = {
  notification: { id: string; type: NotificationType; payload: string; link?: string; isDispatched: boolean };
  tenant: TenantSettings & TenantDayFacts & ChannelTenant & { slug: string };
  isRun: boolean;
  channels: string | null;
  recipient: (Recipient & { language: string | null; isUnproven: boolean | null } & DayFacts) | null;
};

/** `webUrl` is the base of links that are paths; without it, such links are left out. */
type SendServices = ChannelServices & { webUrl?: string | undefined };

/** Creates the handler of the events of a channel. */
export function createSendHandler(channel: OutsideChannel<Channel>, services: SendServices): Work {
  const { graph: client, webUrl, now } = services;
  return async (event, graph, signal, tenantId) => {
    const input = await graph.maybe<MessageInput>('notifications/load_message', {
      notificationId: event.subjectId ?? '',
      address: event.address ?? null,
      readers: selectReaders(event.notificationType),
      runKinds,
      now: now().toISOString(),
    });
    // whom it is meant for was asked by the readers of that type
    if (input && event.notificationType !== undefined && input.notification.type !== event.notificationType)
      throw new Error('A notification is of another type than its message says.');
    if (!input?.recipient) return { done: 'skipped' }; // they were deactivated, or are no longer who is to be told
    const { notification, recipient, channels } = input;
    const { id: notificationId, type, link } = notification;
    if (!isNotificationType(type)) return { leave: unknownType };
    const tenant = resolveSettings(input.tenant);
    if (!chooseChannels(type, channels ?? undefined, input.tenant).includes(channel.id)) return { done: 'skipped' };
    if (input.isRun) {
      const at = now().toISOString();
      await openDays([recipient], input.tenant, at);
      const turn = findTurn(recipient, input.tenant, { createdAt: event.createdAt, now: at });
      if (turn === null) return { done: 'skipped' };
      if (turn !== at) return { defer: 'FREE_DAY', until: turn };
    }
    let payload = JSON.parse(notification.payload) as Record<string, unknown>;
    let averages: Message['averages'] = null;
    if ('sight' in notificationTypes[type].readers && !notification.isDispatched) {
      if (recipient.isUnproven) return { done: 'skipped' }; // who reads messages there may be somebody else
      const ofRecipient = createCallerGraph(client.bind({ tenantId, userId: recipient.id }));
      const digest = await buildDigest(ofRecipient, String(payload['weekStart']), now().toISOString());
      if (!digest) return { done: 'skipped' };
      payload = digest.content.payload;
      averages = digest.averages;
    }
    const message = {
      notificationId,
      tenantId,
      tenantName: tenant.name,
      type,
      payload,
      averages,
      language: chooseLanguage(recipient.language, tenant.language),
      link: link === undefined ? null : toWebLink(link, webUrl, input.tenant.slug),
      recipient,
    };
    return channel.outside.send(message, services, signal);
  };
}

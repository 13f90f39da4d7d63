// The notification job: a record for each recipient, and what is sent to them outside of the application by their channels.
import { splitIntoBatches } from '../../platform/lib/loops.ts';
import { createCallerGraph, type CallerGraph } from '../../platform/access/caller-graph.ts';
import { deriveId } from '../../platform/lib/ids.ts';
import type { Graph, GraphClient } from '../../platform/graph/client.ts';
import { inAppChannel } from './channels/in-app.ts';
import { outsideChannels } from './channels.ts';
import { chooseChannels, type TenantChannels } from './preferences.ts';
import type { DeliveryFacts } from '../../platform/notifications/define-notification.ts';
import { getDefinition, isSecurityNotice, type NotificationType } from './registry.ts';
import { readersByType, selectReaders } from './readers.ts';
import { renderRecord, toWebLink } from './render.ts';
import { findTurn, openDays, type DayFacts, type TenantDayFacts } from '../schedules/free-days.ts';
import { limitMessages } from './limit-messages.ts';
import { buildDigest, type NotificationContent } from '../reports/build-digest.ts';
import { maxDeliveriesPerWrite } from '../../platform/outbox/queue-limits.ts';
import type { OutboxEvent } from '../../platform/outbox/event-types.ts';
import type { Work } from '../../platform/outbox/work.ts';
import type { RequestCounter } from '../../platform/outbox/queues/redis.ts';
import { chooseLanguage, resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { runKinds } from '../../platform/time/schedule.ts';

type NotificationInput = Omit<DeliveryFacts, 'actorId' | 'aboutIds'> & {
  tenant: TenantSettings & TenantDayFacts & TenantChannels & { slug: string };
  recipients: ({
    id: string;
    channels?: string;
    language: string | null;
    wasSent?: boolean | null;
    address?: string | null;
  } & DayFacts)[];
  isRun: boolean;
  /** A service chose whom to tell, and what. */
  isDispatched: boolean;
  reports: { id: string; open?: number }[] | null;
  managerId: string | null;
};

/** `webUrl` is the base of links that the service creates; without it, notifications have no such links. */
export type NotifyServices = {
  graph: GraphClient;
  /** Counts the messages that somebody causes. */
  counter: RequestCounter;
  now: () => Date;
  webUrl?: string | undefined;
};

/** The keys of the events of a weekly run, up to the week: a run that is opened again after a restore makes other events. */
const weeklyRunKey = new RegExp(`^(?:${runKinds.join('|')}):\\d{4}-\\d\\d-\\d\\d`);

/**
 * Creates the handler of notification events. It returns the last rows, which outbox/process-event.ts stores. It is
 * idempotent: a uniqueness constraint holds each recipient's record.
 */
export function createNotifyHandler({ graph: client, counter, now, webUrl }: NotifyServices): Work {
  return async (event, graph, _signal, tenantId) => {
    const type = event.type as NotificationType;
    const readers = readersByType[type];
    const load = () =>
      graph.maybe<NotificationInput>('notifications/load_event', {
        eventId: event.id,
        runKinds,
        now: now().toISOString(),
        readers: selectReaders(type),
      });
    let input = await load();
    const [person] = input?.reports ?? [];
    // somebody whose move is being committed may be found without a manager
    if (person && input?.recipients.length === 0) {
      await graph.write('notifications/await_move', { userId: person.id });
      input = await load();
    }
    if (!input) return { done: 'skipped' }; // the person it is about has been erased
    if (input.isRun) input.recipients = await postponeFreeDays(event, input, graph, now().toISOString());
    const bindRecipient = (): CallerGraph =>
      createCallerGraph(client.bind({ tenantId, userId: event.recipientIds?.[0] ?? '' }));
    const content = await buildContent(event, input, bindRecipient, now().toISOString());
    if (!content) return { done: 'skipped' };
    const { payload, ...about } = content;
    const { subjectType } = getDefinition(type);
    const subject = subjectType && event.subjectId ? { subjectType, subjectId: event.subjectId } : {};
    const path = findPath(event);
    const link = event.link ?? (path && toWebLink(path, webUrl, input.tenant.slug));
    const tenant = resolveSettings(input.tenant);
    const origin = weeklyRunKey.exec(event.key)?.[0] ?? event.id;
    const resolved = input.recipients.flatMap(({ id: userId, channels, language, wasSent, address = null }) => {
      const taken = chooseChannels(type, channels, input.tenant);
      if (taken.length === 0) return [];
      const notificationId = deriveId('notification', tenantId, origin, userId);
      return {
        userId,
        notificationId,
        language: chooseLanguage(language, tenant.language),
        unread: taken.includes(inAppChannel.id) ? true : null,
        address,
        messages: outsideChannels
          .filter(({ id }) => taken.includes(id) && !wasSent)
          .map(({ outside: { event: type, queue } }) => ({
            type,
            queue,
            massQueue: `mass-${queue}`,
            eventId: deriveId(type, notificationId),
          })),
      };
    });
    if (resolved.length === 0) return { done: 'skipped' };
    const sender = event.senderId ?? event.actorId;
    // what warns of somebody is not limited by how much they do
    const isLimited = sender !== undefined && !isSecurityNotice(type);
    const deliveries = isLimited ? await limitMessages(counter, { tenantId, sender }, resolved) : resolved;
    const record = {
      eventId: event.id,
      traceparent: event.traceparent ?? null,
      texts: Object.fromEntries(
        Array.from(new Set(deliveries.map(({ language }) => language)), (language) => [
          language,
          renderRecord({ type, payload, tenantName: tenant.name, language }),
        ]),
      ),
      payload: JSON.stringify(payload),
      link,
      ...about,
      ...subject,
      ...(input.reports && {
        reports: input.reports,
        managerId: input.managerId,
        toldIds: input.recipients.map(({ id }) => id),
        deputies: readers?.deputies ?? [],
      }),
    };
    const batches = [...splitIntoBatches(deliveries, maxDeliveriesPerWrite)];
    const last = batches.pop() ?? [];
    for (const batch of batches) {
      const rows = [{ ...record, deliveries: batch, isLast: false }];
      await graph.write('notifications/deliver', { rows, now: now().toISOString() });
    }
    return { deliver: { ...record, deliveries: last, isLast: true } };
  };
}

/** Returns the recipients of a weekly run who work today; the others are told on their next working day. */
async function postponeFreeDays(
  event: OutboxEvent,
  { recipients, tenant }: NotificationInput,
  graph: Pick<Graph, 'write'>,
  now: string,
): Promise<NotificationInput['recipients']> {
  await openDays(recipients, tenant, now);
  const turns = Map.groupBy(recipients, (one) => findTurn(one, tenant, { createdAt: event.createdAt, now }));
  const rows = [...turns].flatMap(([dueAt, people]) =>
    dueAt === null || dueAt === now ? [] : [{ dueAt, recipientIds: people.map(({ id }) => id) }],
  );
  if (rows.length > 0) await graph.write('notifications/postpone', { eventId: event.id, rows, now });
  return turns.get(now) ?? [];
}

/** Makes the content of an event; null if there is nothing left to notify about. */
async function buildContent(
  event: OutboxEvent,
  input: NotificationInput,
  bindRecipient: () => CallerGraph,
  now: string,
): Promise<NotificationContent | null> {
  const type = event.type as NotificationType;
  const definition = getDefinition(type);
  const { aboutIds = [], actorId } = event;
  const payload = event.payload === undefined ? {} : (JSON.parse(event.payload) as NotificationContent['payload']);
  if (isSecurityNotice(type) && !input.isDispatched) {
    const facts = { ...input, actorId, aboutIds };
    const content = definition.content ? definition.content(facts) : { payload, aboutIds };
    if (!content || actorId === undefined || input.actorName === null) return content;
    return {
      payload: { ...content.payload, byName: input.actorName },
      aboutIds: [...content.aboutIds, actorId],
    };
  }
  if (!input.isDispatched) {
    if (definition.content) return definition.content({ ...input, actorId, aboutIds });
    if ('sight' in definition.readers) {
      return (await buildDigest(bindRecipient(), String(payload['weekStart']), now))?.content ?? null;
    }
  }
  return { payload, aboutIds: event.aboutIds ?? null };
}

/** Where the notification of an event leads in the web app; null without a subject, as of one that a service dispatched. */
function findPath({ type, subjectId }: OutboxEvent): string | null {
  const { link = null } = getDefinition(type as NotificationType);
  return subjectId === undefined || link === null ? null : link.replace('{subjectId}', subjectId);
}

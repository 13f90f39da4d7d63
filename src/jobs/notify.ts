// The notification job: a record for each recipient, and e-mails according to their channels.
import { splitIntoBatches } from '../lib/loops.ts';
import { createCallerGraph, type CallerGraph } from '../access/caller-graph.ts';
import { deriveId } from '../lib/ids.ts';
import type { DeputyRight } from '../permissions.ts';
import type { Graph, GraphClient } from '../graph/client.ts';
import type { SubjectType } from '../model/notifications.ts';
import { chooseChannels, isSecurityNotice } from '../notifications/preferences.ts';
import { maxNames, notificationTypes, type NotificationType } from '../notifications/registry.ts';
import { readersByType } from '../notifications/readers.ts';
import { renderRecord, toWebLink } from '../notifications/render.ts';
import { findTurn, type DayFacts, type TenantDayFacts } from './free-days.ts';
import { limitMails } from './limit-mails.ts';
import { buildDigest, type NotificationContent } from './build-digest.ts';
import { maxDeliveriesPerWrite } from '../outbox/queue-limits.ts';
import type { OutboxEvent } from '../outbox/event-types.ts';
import type { Work } from '../outbox/work.ts';
import type { RequestCounter } from '../queues/redis.ts';
import { chooseLanguage, resolveSettings, type TenantSettings } from '../settings/settings.ts';
import { runKinds } from '../rules/schedule.ts';

type NotificationInput = {
  tenant: TenantSettings & TenantDayFacts;
  actorName: string | null;
  weekStart: string | null;
  recipients: ({
    id: string;
    channels?: string;
    language: string | null;
    wasMailed?: boolean | null;
    address?: string | null;
  } & DayFacts)[];
  isRun: boolean;
  reports: { id: string; open?: number }[] | null;
  managerId: string | null;
  handedOver: { id: string; name: string; open: number }[];
  deputising: Deputising | null;
};
/** What holds between a manager and a deputy; without `term` nothing does, now or later. */
type Deputising = {
  managerName: string;
  deputyName: string;
  deputyActive: boolean;
  /** False when an end that was planned did not come: the term was withdrawn, or the manager has left. */
  isOver: boolean;
  term?: { from: string; to: string; rights: DeputyRight[]; summaries?: number | null } | null;
};
/** `webUrl` is the base of links that the service creates; without it, notifications have no such links. */
export type NotifyServices = {
  graph: GraphClient;
  /** Counts the e-mails that somebody causes. */
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
    const load = () =>
      graph.maybe<NotificationInput>('notifications/load_event', {
        eventId: event.id,
        ...{ runKinds, now: now().toISOString() },
        readers: readersByType,
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
    const type = event.type as NotificationType;
    const bindRecipient = (): CallerGraph =>
      createCallerGraph(client.bind({ tenantId, userId: event.recipientIds?.[0] ?? '' }));
    const content = await buildContent(event, input, bindRecipient, now().toISOString());
    if (!content) return { done: 'skipped' };
    const { payload, ...about } = content;
    const { subjectType = null } = notificationTypes[type] as { subjectType?: SubjectType };
    const subject = subjectType && event.subjectId ? { subjectType, subjectId: event.subjectId } : {};
    const path =
      type === 'weekly_summary.handed_over'
        ? '/summaries?state=unanswered&direct=true'
        : type === 'deputy.assigned' && event.subjectId
          ? '/summaries?state=unanswered'
          : subject.subjectType === 'summary'
            ? `/summaries/${subject.subjectId}`
            : null;
    const link = event.link ?? (path && toWebLink(path, webUrl));
    const tenant = resolveSettings(input.tenant);
    const origin = weeklyRunKey.exec(event.key)?.[0] ?? event.id;
    const resolved = input.recipients.flatMap(({ id: userId, channels, language, wasMailed, address = null }) => {
      const taken = chooseChannels(type, channels, tenant.channelsOff);
      if (taken.length === 0) return [];
      const notificationId = deriveId('notification', tenantId, origin, userId);
      return {
        userId,
        notificationId,
        language: chooseLanguage(language, tenant.language),
        unread: taken.includes('in_app') ? true : null,
        address,
        emailEventId: taken.includes('email') && !wasMailed ? deriveId('email.send', notificationId) : null,
      };
    });
    if (resolved.length === 0) return { done: 'skipped' };
    const sender = event.senderId ?? event.actorId;
    // what warns of somebody is not limited by how much they do
    const isLimited = sender !== undefined && !isSecurityNotice(type);
    const deliveries = isLimited ? await limitMails(counter, { tenantId, sender }, resolved) : resolved;
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
      ...(input.reports && { reports: input.reports, managerId: input.managerId }),
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
  const turns = Map.groupBy(recipients, (one) => findTurn(one, tenant, { createdAt: event.createdAt, now }));
  const rows = [...turns].flatMap(([dueAt, people]) =>
    dueAt === null || dueAt === now ? [] : [{ dueAt, recipientIds: people.map(({ id }) => id) }],
  );
  if (rows.length > 0) await graph.write('notifications/postpone', { eventId: event.id, rows, now });
  return turns.get(now) ?? [];
}

/** Builds the content of an event; null if there is nothing left to notify about. */
async function buildContent(
  event: OutboxEvent,
  input: NotificationInput,
  bindRecipient: () => CallerGraph,
  now: string,
): Promise<NotificationContent | null> {
  const payload = event.payload === undefined ? {} : (JSON.parse(event.payload) as NotificationContent['payload']);
  const dispatched = { payload, aboutIds: event.aboutIds ?? null };
  if (isSecurityNotice(event.type as NotificationType) && event.actorId !== undefined && input.actorName !== null) {
    const { actorId, aboutIds = [] } = event;
    return { payload: { ...payload, byName: input.actorName }, aboutIds: [...aboutIds, actorId] };
  }
  const describeActor = (role: string): NotificationContent => ({
    payload: { [role]: input.actorName, weekStart: input.weekStart },
    aboutIds: event.actorId === undefined ? null : [event.actorId],
  });
  // Without a subject a service has dispatched the type itself.
  switch (event.type) {
    case 'weekly_summary.submitted':
      return event.subjectId ? describeActor('employeeName') : dispatched;
    case 'weekly_summary.responded':
      return event.subjectId ? describeActor('managerName') : dispatched;
    case 'weekly_summary.handed_over':
      return event.subjectId ? describeHandover(input.handedOver) : dispatched;
    case 'deputy.assigned':
    case 'deputy.ended':
    case 'deputy.left':
      return event.subjectId ? describeDeputising(event.type, input.deputising, event.aboutIds ?? []) : dispatched;
    case 'digest.weekly':
      if ('people' in payload) return dispatched;
      return (await buildDigest(bindRecipient(), String(payload['weekStart']), now))?.content ?? null;
    default:
      return dispatched;
  }
}

function describeHandover(people: NotificationInput['handedOver']): NotificationContent {
  const names = people.map(({ name }) => name);
  const payload = {
    people: names.slice(0, maxNames),
    ...(names.length > maxNames && { peopleMore: names.length - maxNames }),
    summaries: people.reduce((sum, { open }) => sum + open, 0),
  };
  return { payload, aboutIds: people.map(({ id }) => id) };
}

/** What is to be told of a deputy, as far as it is still so. */
function describeDeputising(
  type: 'deputy.assigned' | 'deputy.ended' | 'deputy.left',
  deputising: Deputising | null,
  aboutIds: string[],
): NotificationContent | null {
  if (!deputising) return null;
  const { managerName, deputyName, deputyActive, isOver, term } = deputising;
  if (type === 'deputy.ended') return term || !isOver ? null : { payload: { managerName }, aboutIds };
  if (!term || deputyActive !== (type === 'deputy.assigned')) return null;
  const { summaries, ...days } = term;
  if (type === 'deputy.left') return { payload: { deputyName, managerName, to: days.to }, aboutIds };
  return { payload: { managerName, ...days, ...(summaries && { summaries }) }, aboutIds };
}

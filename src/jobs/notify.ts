// The job of an event that people are to hear of: a notification for each recipient, and an e-mail where they get one.
import { randomUUID } from 'node:crypto';
import { permitReport, rolesWithTenantScope, type Standing } from '../access.ts';
import { createCallerGraph, type CallerGraph } from '../caller-graph.ts';
import { ApiError } from '../errors.ts';
import type { GraphClient } from '../graph/client.ts';
import type { DigestRow } from '../model/index.ts';
import { listDisabledChannels, type Preferences } from '../notifications/preferences.ts';
import { resolveChannels, render, type Channel, type NotificationType } from '../notifications/registry.ts';
import type { OutboxEvent, Work } from '../outbox/process-event.ts';
import { createDigestCounter } from '../rules/digest.ts';

const deliveryBatchSize = 250;

type NotificationInput = {
  tenant: { name: string; channelsOff?: string[] };
  actorName: string | null;
  weekStart: string | null;
  recipients: { id: string; channels?: string }[];
};
type Payload = Record<string, unknown>;
/** What the templates are given, and the ids of whom it is about; null when only whoever sent the payload knows. */
type NotificationContent = { payload: Payload; aboutIds: string[] | null };

/** `webUrl` is the web app that links of our own lead to; without one they have none. */
export type NotifyServices = { graph: GraphClient; now: () => Date; webUrl?: string | undefined };

/** Makes the work of a notification event; doing it twice tells nobody twice. */
export function createNotifyHandler({ graph: client, now, webUrl }: NotifyServices): Work {
  return async (event, graph, _signal, tenantId) => {
    const input = await graph.maybe<NotificationInput>('notifications/load_event', { eventId: event.id });
    if (!input) return 'done'; // whom it was about has been erased
    const type = event.type as NotificationType;
    const bindRecipient = (): CallerGraph =>
      createCallerGraph(client.bind({ tenantId, userId: event.recipientIds?.[0] ?? '' }));
    const content = await buildContent(event, input, bindRecipient, now().toISOString());
    if (!content) return 'done';
    const { payload, aboutIds } = content;
    const link = event.link ?? (event.subjectId && webUrl ? `${webUrl}/summaries/${event.subjectId}` : null);
    const off = listDisabledChannels(type, input.tenant.channelsOff ?? []);
    const deliveries = input.recipients.flatMap(({ id: userId, channels }) => {
      const wanted = resolveChannels(type, readPreferredChannels(channels, type), off);
      if (wanted.length === 0) return [];
      return {
        userId,
        notificationId: randomUUID(),
        unread: wanted.includes('in_app') ? true : null,
        emailEventId: wanted.includes('email') ? randomUUID() : null,
      };
    });
    const { subject: title, body: text } = render(type, payload, { tenantName: input.tenant.name });
    const record = { eventId: event.id, type, title, text, payload: JSON.stringify(payload), aboutIds, link };
    for (let from = 0; from < deliveries.length; from += deliveryBatchSize) {
      await graph.write('notifications/deliver', {
        ...record,
        now: now().toISOString(),
        deliveries: deliveries.slice(from, from + deliveryBatchSize),
      });
    }
    return 'done';
  };
}

function readPreferredChannels(channels: string | undefined, type: NotificationType): readonly Channel[] | null {
  return channels === undefined ? null : ((JSON.parse(channels) as Preferences)[type] ?? null);
}

/** What an event tells; null when there is nothing to tell any more. */
async function buildContent(
  event: OutboxEvent,
  loaded: NotificationInput,
  reader: () => CallerGraph,
  now: string,
): Promise<NotificationContent | null> {
  const payload = event.payload === undefined ? {} : (JSON.parse(event.payload) as Payload);
  const dispatched = { payload, aboutIds: event.aboutIds ?? null };
  const describeActor = (role: string): NotificationContent => ({
    payload: { [role]: loaded.actorName, weekStart: loaded.weekStart },
    aboutIds: event.actorId === undefined ? null : [event.actorId],
  });
  switch (event.type) {
    case 'weekly_summary.submitted':
      return event.subjectId ? describeActor('employeeName') : dispatched;
    case 'weekly_summary.responded':
      return event.subjectId ? describeActor('managerName') : dispatched;
    case 'digest.weekly':
      return 'people' in payload ? dispatched : buildDigest(reader(), String(payload['weekStart']), now);
    default:
      return dispatched;
  }
}

/** The digest of whoever it is for, counted over the people in their sight at this moment. */
async function buildDigest(graph: CallerGraph, weekStart: string, now: string): Promise<NotificationContent | null> {
  const params = { weekStart, now, rolesWithTenantScope: rolesWithTenantScope('digest:read') };
  const counter = createDigestCounter();
  try {
    const { head, rows } = await graph.list<{ standing: Standing }, DigestRow>('summaries/weekly_digest', params);
    permitReport(head.standing, 'digest:read');
    for await (const page of rows) counter.add(page);
  } catch (error) {
    // The recipient was deactivated after the run was opened, or nobody reports to them any more.
    if (error instanceof ApiError && (error.code === 'FORBIDDEN' || error.code === 'UNAUTHENTICATED')) return null;
    throw error;
  } finally {
    graph.closeLists();
  }
  const figures = counter.getFigures();
  return figures.people > 0 ? { payload: { weekStart, ...figures }, aboutIds: counter.getAboutIds() } : null;
}

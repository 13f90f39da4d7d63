// The job of an event that people are to hear of: a notification for each recipient, and an e-mail where they get one.
import { randomUUID } from 'node:crypto';
import { permitReport, seeAll, type Standing } from '../access.ts';
import { ApiError } from '../errors.ts';
import type { Graph, GraphDoor } from '../graph/client.ts';
import type { DigestRow } from '../model/index.ts';
import { switchedOff, type Preferences } from '../notifications/preferences.ts';
import { channelsOf, render, type Channel, type NotificationType } from '../notifications/registry.ts';
import type { OutboxEvent, Work } from '../outbox/process-event.ts';
import { digestCounter } from '../rules/schedule.ts';

const deliveredAtOnce = 250;

type Loaded = {
  tenant: { name: string; channelsOff?: string[] };
  actorName: string | null;
  weekStart: string | null;
  recipients: { id: string; channels?: string }[];
};
type Payload = Record<string, unknown>;
/** What the templates are given, and the ids of whom it is about; null when only whoever sent the payload knows. */
type Told = { payload: Payload; aboutIds: string[] | null };

/** `webUrl` is the web app that links of our own lead to; without one they have none. */
export type NotifyServices = { graph: GraphDoor; now: () => Date; webUrl?: string | undefined };

/** Makes the work of a notification event; doing it twice tells nobody twice. */
export function notifying({ graph: door, now, webUrl }: NotifyServices): Work {
  return async (event, graph, _signal, tenantId) => {
    const loaded = await graph.maybe<Loaded>('notifications/load', { eventId: event.id });
    if (!loaded) return 'done'; // whom it was about has been erased
    const type = event.type as NotificationType;
    const reader = (): Graph => door.bind({ tenantId, userId: event.recipientIds?.[0] ?? '' });
    const told = await toldBy(event, loaded, reader, now().toISOString());
    if (!told) return 'done';
    const { payload, aboutIds } = told;
    const link = event.link ?? (event.subjectId && webUrl ? `${webUrl}/summaries/${event.subjectId}` : null);
    const off = switchedOff(type, loaded.tenant.channelsOff ?? []);
    const deliveries = loaded.recipients.flatMap(({ id: userId, channels }) => {
      const wanted = channelsOf(type, preferred(channels, type), off);
      if (wanted.length === 0) return [];
      return {
        userId,
        notificationId: randomUUID(),
        unread: wanted.includes('in_app') ? true : null,
        emailEventId: wanted.includes('email') ? randomUUID() : null,
      };
    });
    const { subject: title, body: text } = render(type, payload, { tenantName: loaded.tenant.name });
    const record = { eventId: event.id, type, title, text, payload: JSON.stringify(payload), aboutIds, link };
    for (let from = 0; from < deliveries.length; from += deliveredAtOnce) {
      await graph.write('notifications/deliver', {
        ...record,
        now: now().toISOString(),
        deliveries: deliveries.slice(from, from + deliveredAtOnce),
      });
    }
    return 'done';
  };
}

function preferred(channels: string | undefined, type: NotificationType): readonly Channel[] | null {
  return channels === undefined ? null : ((JSON.parse(channels) as Preferences)[type] ?? null);
}

/** What an event tells; null when there is nothing to tell any more. */
async function toldBy(event: OutboxEvent, loaded: Loaded, reader: () => Graph, now: string): Promise<Told | null> {
  const payload = event.payload === undefined ? {} : (JSON.parse(event.payload) as Payload);
  const given = { payload, aboutIds: event.aboutIds ?? null };
  const byActor = (role: string): Told => ({
    payload: { [role]: loaded.actorName, weekStart: loaded.weekStart },
    aboutIds: event.actorId === undefined ? null : [event.actorId],
  });
  switch (event.type) {
    case 'weekly_summary.submitted':
      return event.subjectId ? byActor('employeeName') : given;
    case 'weekly_summary.responded':
      return event.subjectId ? byActor('managerName') : given;
    case 'digest.weekly':
      return 'people' in payload ? given : digestFor(reader(), String(payload['weekStart']), now);
    default:
      return given;
  }
}

/** The digest of whoever it is for, counted over the people in their sight at this moment. */
async function digestFor(graph: Graph, weekStart: string, now: string): Promise<Told | null> {
  const asked = { weekStart, now, seeAll: seeAll('digest:read') };
  const counter = digestCounter();
  try {
    const { rows } = await graph.list<{ standing: Standing }, DigestRow>('summaries/weekly_digest', asked, (head) =>
      permitReport(head.standing, 'digest:read'),
    );
    for await (const page of rows) counter.add(page);
  } catch (error) {
    // Since the run was opened they have left, or nobody reports to them any more.
    if (error instanceof ApiError && (error.code === 'FORBIDDEN' || error.code === 'UNAUTHENTICATED')) return null;
    throw error;
  }
  const figures = counter.figures();
  return figures.people > 0 ? { payload: { weekStart, ...figures }, aboutIds: counter.aboutIds() } : null;
}

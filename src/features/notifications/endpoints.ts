// Notifications: services dispatch them; users list and read their own.
import { Type } from '@sinclair/typebox';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, type Standing } from '../../platform/access/permissions.ts';
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import { compileFaultFinder } from '../../platform/schema/validation.ts';
import {
  Dispatch,
  DispatchReceipt,
  Notification,
  NotificationTypes,
  ReadCount,
  UnreadCount,
  TypeName,
} from './schema.ts';
import { optionalField } from '../../platform/schema/values.ts';
import { channelIds } from './channels.ts';
import { notificationTypes } from './registry.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, type Positioned } from '../../platform/http/declaration/list.ts';

const registry = Object.entries(notificationTypes);
const payloadChecks = new Map(
  registry.map(([type, { payload }]) => [type, compileFaultFinder(payload, 'payload', '/payload')]),
);
const unknownTypeMessage = 'type must be one that GET /notifications/types lists.';

const dispatch = defineEndpoint({
  method: 'POST',
  path: '/notifications/dispatch',
  operationId: 'dispatchNotification',
  summary: 'Send a notification of a registered type.',
  description: 'The channels are those of the type that the recipient has chosen and the tenant has not switched off.',
  effects: 'Queues a notification for each recipient.',
  audit: 'notification.dispatch',
  callers: ['notifications:dispatch'],
  body: Dispatch,
  success: 202,
  response: DispatchReceipt,
  async handler({ body: { type, recipientUserIds, payload, link = null }, graph, now, newId }) {
    const findFaults = payloadChecks.get(type) ?? failInvalid([{ pointer: '/type', message: unknownTypeMessage }]);
    const faults = findFaults(payload);
    if (faults.length > 0) failInvalid(faults);
    const recipientIds = [...new Set(recipientUserIds)];
    const event = { type, recipientIds, payload: JSON.stringify(payload), link, eventId: newId(), now };
    const recorded = await graph.write<{ recipientsExist: boolean; accepted: number }>('notifications/dispatch', event);
    if (!recorded) return fail('UNAUTHENTICATED', 'The tenant no longer exists.');
    if (!recorded.recipientsExist) return fail('FORBIDDEN');
    return { accepted: recorded.accepted };
  },
});

const listTypes = defineEndpoint({
  method: 'GET',
  path: '/notifications/types',
  operationId: 'listNotificationTypes',
  summary: 'List the registered types.',
  description: 'What each is for, its channels, the schema of its payload, and an example.',
  callers: ['user', 'notifications:dispatch'],
  response: NotificationTypes,
  async handler({ callerKind, graph }) {
    if (callerKind === 'user') await graph.one('access/caller');
    const types = registry.map(([type, { description, payload, example }]) => ({
      type,
      description,
      channels: [...channelIds],
      payload: { ...payload },
      example,
    }));
    return { types };
  },
});

const listNotifications = defineList({
  path: '/notifications',
  operationId: 'listNotifications',
  summary: "List the caller's notifications.",
  description: 'Unread first, then the newest.',
  filters: {
    type: Type.Optional(TypeName),
    unread: optionalField(Type.Boolean(), 'Only unread, or only read ones', true),
  },
  item: Notification,
  async load({ query: { type = null, unread = null }, graph, now }, page) {
    const params = { type, unread, now, ...page };
    const { items } = await graph.one<{ items: Positioned<Notification>[] }>('notifications/list', params);
    return items;
  },
});

const readNotification = defineEndpoint({
  method: 'POST',
  path: '/notifications/{notificationId}/read',
  operationId: 'markNotificationRead',
  summary: 'Mark an own notification as read.',
  effects: 'Sets `readAt`, the first time.',
  audit: { none: "The caller's own." },
  permission: 'notification:read',
  response: Notification,
  errors: ['NOTIFICATION_NOT_FOUND'],
  async handler({ params: { notificationId }, graph, now }) {
    const { notification, standing } = await graph.one<NotificationAccess>('notifications/find', { notificationId });
    if (!notification) return failNotFoundOrForbidden(graph, 'NOTIFICATION_NOT_FOUND', notificationId);
    permit(standing, 'notification:read');
    const read = await graph.write<{ notification: Notification }>('notifications/mark_read', { notificationId, now });
    return read?.notification ?? failMissedWrite(graph, 'NOTIFICATION_NOT_FOUND');
  },
});
type NotificationAccess = { standing: Standing; notification: { id: string } | null };

const countUnread = defineEndpoint({
  method: 'GET',
  path: '/notifications/unread-count',
  operationId: 'getUnreadCount',
  growsWith: ['notifications'],
  summary: "Count the caller's unread notifications.",
  response: UnreadCount,
  async handler({ graph }) {
    const { unread } = await graph.one<{ unread: number }>('notifications/count_unread');
    return { unread };
  },
});

const readAllNotifications = defineEndpoint({
  method: 'POST',
  path: '/notifications/read-all',
  operationId: 'markAllNotificationsRead',
  summary: "Mark all of the caller's notifications as read.",
  effects: 'Sets `readAt` of each unread one.',
  audit: { none: "The caller's own." },
  response: ReadCount,
  // in a transaction, which is recognised when it is repeated: the second time nothing is unread
  handler: ({ graph, now }) =>
    graph.atomically(
      async (tx) =>
        (await tx.write<{ read: number }>('notifications/mark_all_read', { now })) ??
        failMissedWrite(tx, 'UNAUTHENTICATED'),
    ),
});

export const notifications = [
  dispatch,
  listTypes,
  listNotifications,
  countUnread,
  readNotification,
  readAllNotifications,
];

// The deliveries of a webhook: what was sent and how it went; a test event; sending again.
import { failNotFoundOrForbidden, permit, type Standing } from '../access/permissions.ts';
import { failMissedWrite } from '../access/caller-graph.ts';
import { fail } from '../errors.ts';
import { DeliveryStatus, testEventType, WebhookDelivery, optionalField } from '../model/index.ts';
import { maxPending } from '../webhooks/limits.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { defineList, type Positioned } from './list.ts';
import { findWebhook, permittedRoles } from './webhooks.ts';

const sendTest = defineEndpoint({
  method: 'POST',
  path: '/admin/webhooks/{webhookId}/test',
  operationId: 'testWebhook',
  summary: 'Send a test event.',
  effects: `Queues an event of the type ${testEventType} without data; its delivery shows how it went.`,
  audit: { none: 'Its delivery is listed.' },
  permission: 'webhook:manage',
  success: 202,
  response: WebhookDelivery,
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_STATE'],
  async handler({ params: { webhookId }, graph, now, newId }) {
    await findWebhook(graph, webhookId);
    const ids = { webhookId, deliveryId: newId(), changeId: newId() };
    const event = { ...ids, type: testEventType, now, maxPending, permittedRoles };
    const queued = await graph.write<{ delivery: WebhookDelivery | null }>('webhooks/queue_test', event);
    if (!queued) return failMissedWrite(graph, 'WEBHOOK_NOT_FOUND');
    return queued.delivery ?? fail('WEBHOOK_STATE');
  },
});

const listDeliveries = defineList({
  path: '/admin/webhooks/{webhookId}/deliveries',
  operationId: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook.',
  description: 'Newest first, of the last 30 days.',
  permission: 'webhook:manage',
  filters: { status: optionalField(DeliveryStatus, 'Deliveries of this status', 'failed') },
  item: WebhookDelivery,
  errors: ['WEBHOOK_NOT_FOUND'],
  async load({ params: { webhookId }, query: { status = null }, graph }, page) {
    type Deliveries = { standing: Standing; webhookFound: boolean; items: Positioned<WebhookDelivery>[] };
    const params = { ...page, webhookId, status, permittedRoles };
    const { standing, webhookFound, items } = await graph.one<Deliveries>('webhooks/list_deliveries', params);
    permit(standing, 'webhook:manage');
    if (!webhookFound) return failNotFoundOrForbidden(graph, 'WEBHOOK_NOT_FOUND', webhookId);
    return items;
  },
});

const retryDelivery = defineEndpoint({
  method: 'POST',
  path: '/admin/webhooks/{webhookId}/deliveries/{deliveryId}/retry',
  operationId: 'retryWebhookDelivery',
  summary: 'Send a delivery again.',
  description: 'One that has ended, whether it was delivered or given up.',
  effects: 'Queues it with all of its attempts, before later events of its subject.',
  audit: { none: 'Its delivery is listed.' },
  permission: 'webhook:manage',
  success: 202,
  response: WebhookDelivery,
  errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'WEBHOOK_STATE'],
  async handler({ params, graph, now }) {
    await findWebhook(graph, params.webhookId);
    const change = { ...params, now, maxPending, permittedRoles };
    const revived = await graph.write<{ delivery: WebhookDelivery | null }>('webhooks/retry_delivery', change);
    if (!revived) return failMissedWrite(graph, 'DELIVERY_NOT_FOUND');
    return revived.delivery ?? fail('WEBHOOK_STATE');
  },
});

export const webhookDeliveries = [sendTest, listDeliveries, retryDelivery];

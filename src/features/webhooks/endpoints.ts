// Webhooks: addresses of other systems that are told what happens, and their deliveries. Admins manage them.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import { findUrlFault } from '../../platform/lib/outside-addresses.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Graph } from '../../platform/graph/client.ts';
import {
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookRotation,
  WebhookWithSecret,
  DeliveryStatus,
  testEventType,
  WebhookDelivery,
  WebhookEvent,
} from './schema.ts';
import { optionalField } from '../../platform/schema/values.ts';
import {
  createWebhook,
  createWebhookSecret,
  deleteDeliveries,
  deleteWebhook,
  maxPending,
  maxPreviousSecrets,
  maxWebhooks,
  type WebhooksContext,
  type WebhookSettings,
} from './manage-webhooks.ts';
import { defineEndpointWith } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, readPermittedPage, type Positioned } from '../../platform/http/declaration/list.ts';

const defineEndpoint = defineEndpointWith<WebhooksContext>();

const permittedRoles = rolesThatHold('webhook:manage');
const rotationMs = 24 * 60 * 60_000;

/**
 * Loads a webhook.
 *
 * @throws {ApiError} FORBIDDEN, WEBHOOK_NOT_FOUND
 */
async function findWebhook(graph: Graph, webhookId: string): Promise<Webhook> {
  type Access = { standing: Standing; webhook: Webhook | null };
  const { standing, webhook } = await graph.one<Access>('webhooks/read', { webhookId });
  permit(standing, 'webhook:manage');
  return webhook ?? failNotFoundOrForbidden(graph, 'WEBHOOK_NOT_FOUND', webhookId);
}

const readWebhook = defineEndpoint({
  method: 'GET',
  path: '/admin/webhooks/{webhookId}',
  operationId: 'getWebhook',
  summary: 'Get a webhook.',
  permission: 'webhook:manage',
  response: Webhook,
  errors: ['WEBHOOK_NOT_FOUND'],
  handler: ({ params: { webhookId }, graph }) => findWebhook(graph, webhookId),
});

const webhookResource: NonNullable<Endpoint['resource']> = {
  read: readWebhook,
  lock: (graph, { webhookId = '' }) => graph.write('webhooks/lock', { webhookId }),
};

const listWebhooks = defineList({
  path: '/admin/webhooks',
  operationId: 'listWebhooks',
  summary: 'List the webhooks.',
  description: 'Newest first.',
  permission: 'webhook:manage',
  item: Webhook,
  load({ graph }, page) {
    const params = { ...page, permittedRoles };
    return readPermittedPage<Webhook>(graph, 'webhook:manage', 'webhooks/list', params);
  },
});

const postWebhook = defineEndpoint({
  method: 'POST',
  path: '/admin/webhooks',
  operationId: 'createWebhook',
  summary: 'Create a webhook.',
  description: `A tenant has at most ${maxWebhooks}.`,
  effects: 'Changes from now on are sent to the address, signed with the secret of the response.',
  audit: 'webhook.create',
  permission: 'webhook:manage',
  body: WebhookInput,
  sendsLater: {
    name: 'change',
    operationId: 'receiveChange',
    summary: 'A change, as it is sent to a webhook.',
    repeats: 'Events of one subject come in order; one may come again with the same webhook-id.',
    idOf: 'Id of the change',
    gone: 'The webhook is disabled',
    body: WebhookEvent,
  },
  success: 201,
  response: WebhookWithSecret,
  secret: 'secret',
  errors: ['WEBHOOK_LIMIT'],
  location: ({ id }) => `/admin/webhooks/${id}`,
  async handler({ body: { url, types = [] }, graph, webhooks, now, newId }) {
    await permitCaller(graph);
    assertUrl(url, webhooks);
    const created = await createWebhook(graph, { url, types }, { secrets: webhooks.secrets, now, newId });
    if (!created) return failMissedWrite(graph, 'FORBIDDEN');
    return created.webhook ? { ...created.webhook, secret: created.secret } : fail('WEBHOOK_LIMIT');
  },
});

const updateWebhook = defineEndpoint({
  method: 'PATCH',
  path: '/admin/webhooks/{webhookId}',
  operationId: 'updateWebhook',
  summary: 'Change a webhook.',
  description:
    'Absent fields stay as they are. One that is enabled again continues with the changes that it has not got.',
  effects: 'Changes address, types and status.',
  audit: 'webhook.update',
  permission: 'webhook:manage',
  body: WebhookChange,
  response: Webhook,
  resource: webhookResource,
  errors: ['WEBHOOK_NOT_FOUND'],
  async handler({ params: { webhookId }, body, graph, webhooks, now, newId }) {
    await findWebhook(graph, webhookId);
    const { url = null, status = null } = body;
    const types = body.types === undefined ? null : (body.types ?? []);
    if (url !== null) assertUrl(url, webhooks);
    const change = { webhookId, auditId: newId(), url, types, status, now, permittedRoles };
    const updated = await graph.write<{ webhook: Webhook }>('webhooks/update', change);
    return updated?.webhook ?? failMissedWrite(graph, 'WEBHOOK_NOT_FOUND');
  },
});

const removeWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/admin/webhooks/{webhookId}',
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook.',
  effects: 'Nothing more is sent to its address; its deliveries are deleted.',
  audit: 'webhook.delete',
  permission: 'webhook:manage',
  resource: webhookResource,
  errors: ['WEBHOOK_NOT_FOUND'],
  async handler({ params: { webhookId }, graph, now, newId, afterCommit }) {
    await findWebhook(graph, webhookId);
    const isDeleted = await deleteWebhook(graph, webhookId, { now, newId });
    if (!isDeleted) await graph.one('access/caller'); // deleted meanwhile
    afterCommit((committed) => deleteDeliveries(committed, webhookId).catch(() => undefined)); // left to the sweep
  },
});

const rotateSecret = defineEndpoint({
  method: 'POST',
  path: '/admin/webhooks/{webhookId}/rotate-secret',
  operationId: 'rotateWebhookSecret',
  summary: 'Give a webhook another secret.',
  description: 'The body may be left out.',
  effects:
    `The one before it signs for 24 hours more; at most ${maxPreviousSecrets} former secrets do. With revokePrevious none of ` +
    'them signs any more.',
  audit: 'webhook.rotate',
  permission: 'webhook:manage',
  body: WebhookRotation,
  bodyOptional: true,
  response: WebhookWithSecret,
  secret: 'secret',
  errors: ['WEBHOOK_NOT_FOUND'],
  async handler({ params: { webhookId }, body: { revokePrevious = false }, graph, webhooks, now, newId }) {
    await findWebhook(graph, webhookId);
    const secret = createWebhookSecret();
    const previousUntil = new Date(Date.parse(now) + rotationMs).toISOString();
    const rotation = { secret: webhooks.secrets.seal(secret), previousUntil, maxPrevious: maxPreviousSecrets, now };
    const params = { webhookId, auditId: newId(), ...rotation, revokePrevious, permittedRoles };
    const rotated = await graph.write<{ webhook: Webhook }>('webhooks/rotate_secret', params);
    return rotated ? { ...rotated.webhook, secret } : failMissedWrite(graph, 'WEBHOOK_NOT_FOUND');
  },
});

/** @throws {ApiError} FORBIDDEN */
async function permitCaller(graph: Graph): Promise<void> {
  const { standing } = await graph.one<{ standing: Standing }>('access/caller');
  permit(standing, 'webhook:manage');
}

/** @throws {ApiError} VALIDATION_ERROR for an address to which nothing is sent */
function assertUrl(url: string, { allowLoopback }: WebhookSettings): void {
  const fault = findUrlFault(url, { allowLoopback });
  if (fault !== null) failInvalid([{ pointer: '/url', message: `url ${fault}.` }]);
}

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
    // in a transaction, which is recognised when it is repeated: the second time the delivery is pending
    return graph.atomically(async (tx) => {
      const revived = await tx.write<{ delivery: WebhookDelivery | null }>('webhooks/retry_delivery', change);
      if (!revived) return failMissedWrite(tx, 'DELIVERY_NOT_FOUND');
      return revived.delivery ?? fail('WEBHOOK_STATE');
    });
  },
});

export const webhooks = [
  postWebhook,
  listWebhooks,
  readWebhook,
  updateWebhook,
  removeWebhook,
  rotateSecret,
  sendTest,
  listDeliveries,
  retryDelivery,
];

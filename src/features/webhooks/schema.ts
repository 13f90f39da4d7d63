// Schemas of webhooks and of their deliveries.
import { Type, type Static } from '@sinclair/typebox';
import { changeFields, ChangeType, changeTypeNames } from '../../platform/schema/changes.ts';
import { UserRef } from '../../platform/schema/people.ts';
import { exampleIds } from '../../platform/schema/examples.ts';
import {
  field,
  strictObject,
  openEnum,
  orNull,
  withName,
  Timestamp,
  Uuid,
  namedObject,
  optionalField,
} from '../../platform/schema/values.ts';

const webhookStatuses = ['enabled', 'disabled'] as const;
const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
/** The type of the event that POST …/test sends. */
export const testEventType = 'webhook.test';

const Url = field(
  Type.String({ format: 'text', minLength: 1, maxLength: 2_000 }),
  'Address that receives the events: https, without user name, password and fragment; neither private nor local',
  'https://hr.fjordware.example/hooks/check-in',
);
const TypeList = Type.Array(ChangeType, { uniqueItems: true, maxItems: 100 });
const Types = field(TypeList, 'Types to send; empty for all types', ['user.created', 'user.deactivated']);
const Status = field(withName('WebhookStatus', openEnum(...webhookStatuses)), 'Status of the webhook', 'enabled');
export const DeliveryStatus = withName('WebhookDeliveryStatus', openEnum(...deliveryStatuses));

export const WebhookInput = namedObject('WebhookInput', { url: Url, types: Type.Optional(Types) });
export const WebhookChange = namedObject('WebhookChange', {
  url: Type.Optional(Url),
  types: optionalField(orNull(TypeList), 'Types to send; empty or null for all types', [
    'user.created',
    'user.deactivated',
  ]),
  status: Type.Optional(Status),
});

export const WebhookRotation = namedObject('WebhookRotation', {
  revokePrevious: optionalField(
    Type.Boolean(),
    'No former secret signs any more, for one that has leaked; false unless it is sent',
    true,
  ),
});

const webhookFields = {
  id: field(Uuid, 'Id of the webhook', exampleIds.webhook),
  url: Url,
  types: Types,
  status: Status,
  disabledReason: optionalField(
    withName('WebhookDisabledReason', openEnum('manual', 'gone', 'failing')),
    'Reason for disabling: by an admin, status 410 of the receiver, or failures for five days',
    'failing',
  ),
  failingSince: optionalField(
    Timestamp,
    'Time of the first failure since the last success, with at most 12 hours between failures; absent without failures',
  ),
  createdAt: field(Timestamp, 'Time of creation'),
  updatedAt: field(Timestamp, 'Time of the last change by an admin'),
};
export const Webhook = namedObject('Webhook', webhookFields);
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = namedObject('WebhookWithSecret', {
  ...webhookFields,
  secret: optionalField(
    Type.String(),
    'Signs the events (Standard Webhooks 1.0.0). It is shown this once, and is absent when this answer is replayed for an ' +
      'Idempotency-Key',
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  ),
});

export const WebhookDelivery = namedObject('WebhookDelivery', {
  id: field(Uuid, 'Id of the delivery', exampleIds.delivery),
  changeId: field(Uuid, 'Id of the change; sent as webhook-id', exampleIds.change),
  type: field(Type.String(), 'Type of the change, or `webhook.test`', 'summary.edited'),
  subject: Type.Optional(changeFields.subject),
  user: optionalField(UserRef, 'The subject, if it is a user who was not erased'),
  status: field(DeliveryStatus, 'Status of the delivery', 'failed'),
  attempts: field(Type.Integer({ minimum: 0 }), 'Number of attempts', 8),
  httpStatus: optionalField(Type.Integer(), 'Status of the last response', 500),
  error: optionalField(
    openEnum('TIMED_OUT', 'ADDRESS_REFUSED', 'CONNECTION_FAILED', 'SECRET_UNREADABLE'),
    'Reason why the last attempt got no response',
    'TIMED_OUT',
  ),
  createdAt: field(Timestamp, 'Time of queueing'),
  nextAttemptAt: optionalField(Timestamp, 'Time of the next attempt'),
  endedAt: optionalField(Timestamp, 'Time of the end of the delivery'),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** What is sent to a webhook. */
export const WebhookEvent = namedObject('WebhookEvent', {
  type: field(openEnum(...changeTypeNames, testEventType), 'Type of the change, or `webhook.test`', 'summary.edited'),
  timestamp: field(Timestamp, 'Time of the change'),
  data: field(
    withName('WebhookEventData', Type.Partial(Type.Object(changeFields, strictObject))),
    'The change, without any of its content; empty for `webhook.test`',
  ),
});

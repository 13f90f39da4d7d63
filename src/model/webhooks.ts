// Schemas of webhooks and of their deliveries.
import { Type, type Static } from '@sinclair/typebox';
import { changeFields, ChangeType } from './changes.ts';
import { exampleIds } from './examples.ts';
import { field, strictObject, stringEnum, withName, Timestamp, Uuid } from './values.ts';

export const webhookStatuses = ['enabled', 'disabled'] as const;
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
/** The type of the event that POST …/test sends. */
export const testEventType = 'webhook.test';

const Url = field(
  Type.String({ format: 'text', minLength: 1, maxLength: 2_000 }),
  'Address that receives the events: https, without user name, password and fragment; neither private nor local',
  'https://hr.fjordware.example/hooks/check-in',
);
const Types = field(Type.Array(ChangeType, { uniqueItems: true }), 'Types to send; all of them if it is empty', [
  'user.created',
  'user.deactivated',
]);
const Status = field(withName('WebhookStatus', stringEnum(...webhookStatuses)), 'Whether events are sent', 'enabled');
export const DeliveryStatus = withName('WebhookDeliveryStatus', stringEnum(...deliveryStatuses));

export const WebhookInput = withName(
  'WebhookInput',
  Type.Object({ url: Url, types: Type.Optional(Types) }, strictObject),
);
export const WebhookChange = withName(
  'WebhookChange',
  Type.Object({ url: Type.Optional(Url), types: Type.Optional(Types), status: Type.Optional(Status) }, strictObject),
);

const webhookFields = {
  id: field(Uuid, 'Identifies the webhook', exampleIds.webhook),
  url: Url,
  types: Types,
  status: Status,
  disabledReason: Type.Optional(
    field(
      withName('WebhookDisabledReason', stringEnum('manual', 'gone', 'failing')),
      'Why it is disabled: by an admin, the receiver answered 410, or it failed for five days',
      'failing',
    ),
  ),
  failingSince: Type.Optional(
    field(
      Timestamp,
      'The first of the failures that follow each other within 12 hours without a success; absent if there is none',
    ),
  ),
  createdAt: field(Timestamp, 'When it was created'),
  updatedAt: field(Timestamp, 'When an admin changed it last'),
};
export const Webhook = withName('Webhook', Type.Object(webhookFields, strictObject));
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = withName(
  'WebhookWithSecret',
  Type.Object(
    {
      ...webhookFields,
      secret: Type.Optional(
        field(
          Type.String(),
          'Signs the events (Standard Webhooks 1.0.0). It is shown this once, and is absent when this answer is replayed for an ' +
            'Idempotency-Key',
          'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
        ),
      ),
    },
    strictObject,
  ),
);

export const WebhookDelivery = withName(
  'WebhookDelivery',
  Type.Object(
    {
      id: field(Uuid, 'Identifies the delivery', exampleIds.delivery),
      changeId: field(Uuid, 'The change; sent as webhook-id', exampleIds.change),
      type: field(Type.String(), 'The type of the change, or webhook.test', 'summary.edited'),
      subject: Type.Optional(changeFields.subject),
      status: field(DeliveryStatus, 'Whether it has ended', 'failed'),
      attempts: field(Type.Integer({ minimum: 0 }), 'How often it was sent', 8),
      httpStatus: Type.Optional(field(Type.Integer(), 'What the receiver answered last', 500)),
      error: Type.Optional(
        field(
          stringEnum('TIMED_OUT', 'ADDRESS_REFUSED', 'CONNECTION_FAILED', 'SECRET_UNREADABLE'),
          'Why there was no answer the last time',
          'TIMED_OUT',
        ),
      ),
      createdAt: field(Timestamp, 'When it was queued'),
      nextAttemptAt: Type.Optional(field(Timestamp, 'When it is sent next')),
      endedAt: Type.Optional(field(Timestamp, 'When it ended')),
    },
    strictObject,
  ),
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

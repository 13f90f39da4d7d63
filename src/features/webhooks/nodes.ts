// The nodes of webhooks.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const webhookNodes = {
  Webhook: {
    holds: 'An address of another system, and which changes it is sent. One without a status is the address of chat.',
    most: { ofTenant: '`maxWebhooks` 20, and one of chat' },
    hasPersonalText: false,
    erased: 'it is about nobody',
    exported: 'an address of the organisation',
    kept: 'until an admin deletes it',
    archived: { late: 'always' },
    notFound: { codes: ['WEBHOOK_NOT_FOUND'] },
  },
  WebhookDelivery: {
    holds: 'A change that is or was sent to a webhook, by ids.',
    most: { ofTenant: 'at most `maxPending` 500 wait for a webhook; others are kept for `retentionDays` 30 days' },
    hasPersonalText: false,
    erased: 'it has ids only, for 30 days',
    exported: {
      by: ['webhooks/export_person'],
      sections: {
        webhookDeliveries: {
          title: { en: 'Events sent to other systems', de: 'An andere Systeme gesendete Ereignisse' },
          about: {
            en: 'Ids of what changed, as sent to systems of the organisation.',
            de: 'Kennungen dessen, was sich änderte, wie sie an Systeme der Organisation gesendet wurden.',
          },
        },
      },
    },
    kept: { setting: 'deliveries', by: 'retention/delete_deliveries' },
    archived: { isSwept: true },
  },
} as const satisfies NodeTable;

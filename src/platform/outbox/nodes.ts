// The nodes of the outbox.
import type { NodeTable } from '../graph/nodes.ts';

export const outboxNodes = {
  OutboxEvent: {
    holds: 'Work that a change left to the worker: a notification, an e-mail, an import.',
    most: { ofPerson: 'what happened', ofTenant: 'done ones are kept for `retentionDays` 30 days' },
    hasPersonalText: true,
    erased: { by: ['outbox/erase_person'] },
    exported: {
      by: ['outbox/export_person'],
      sections: {
        events: {
          title: { en: 'Work of the service', de: 'Arbeit des Dienstes' },
          about: {
            en: 'Records of messages and imports that you caused, got, or that are about you; kept for 30 days after their end.',
            de: 'Aufzeichnungen zu Mitteilungen und Importen, die Sie ausgelöst oder erhalten haben oder die von Ihnen handeln; bis 30 Tage nach ihrem Ende.',
          },
          json: ['payload'],
        },
      },
    },
    kept: 'for 30 days after its end',
    archived: { late: { property: 'status', value: 'pending' }, isSwept: true },
  },
} as const satisfies NodeTable;

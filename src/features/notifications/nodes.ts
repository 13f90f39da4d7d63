// The nodes of notifications.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const notificationNodes = {
  Notification: {
    holds: 'A message to a person, by the channels that they have: in the application, by e-mail, by chat.',
    most: {
      ofPerson: 'what happened; e-mails and chat: `toRecipient` 20 an hour of a sender, `ofSender` 1000 in all',
      ofTenant: 'setting `retention`',
    },
    hasPersonalText: true,
    erased: { by: ['notifications/erase_received'], afterDeliveries: ['notifications/erase_about'] },
    exported: {
      by: ['notifications/export_received', 'notifications/export_about'],
      sections: {
        notifications: {
          title: { en: 'Notifications received', de: 'Erhaltene Mitteilungen' },
          about: {
            en: 'Messages to you, in the application, by e-mail and by chat.',
            de: 'Mitteilungen an Sie, in der Anwendung, per E-Mail und per Chat.',
          },
          json: ['payload'],
          isTheirs: true,
        },
        notificationsAbout: {
          title: { en: 'Notifications about you', de: 'Mitteilungen über Sie' },
          about: {
            en: 'Messages to others. The text is left out where it is also about other people.',
            de: 'Mitteilungen an andere. Der Text fehlt, wo er auch von anderen Personen handelt.',
          },
        },
      },
    },
    kept: { setting: 'notifications', by: 'retention/delete_notifications' },
    archived: { key: 'id' },
    // one that was sent by e-mail only is in no list
    notFound: { codes: ['NOTIFICATION_NOT_FOUND'], if: 'unread' },
  },
} as const satisfies NodeTable;

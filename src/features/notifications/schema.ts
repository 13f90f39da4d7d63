// Schemas of notifications: dispatch, list, types and preferences.
import { subjectTypes } from '../../platform/notifications/define-notification.ts';
import { Type, type Static } from '@sinclair/typebox';
import { channelIds, listDefaults } from './channels.ts';
import { languages } from '../../platform/lib/languages.ts';
import { exampleIds } from '../../platform/schema/examples.ts';
import {
  field,
  strictObject,
  openEnum,
  withName,
  Timestamp,
  Uuid,
  namedObject,
  optionalField,
} from '../../platform/schema/values.ts';

const Channels = Type.Array(withName('Channel', openEnum(...channelIds)));
const UniqueChannels = { ...Channels, uniqueItems: true, maxItems: channelIds.length };
export const TypeName = field(
  Type.String({ minLength: 1, maxLength: 100 }),
  'Type of the notification, as listed by GET /notifications/types',
  'weekly_summary.submitted',
);
/** An http(s) URL or a path of the web app. */
const Link = field(
  Type.String({ maxLength: 2_000, format: 'link' }),
  'Link: an http(s) URL or a path of the web app',
  '/week',
);
const AnyFields = Type.Object({}, { additionalProperties: true });

/** A choice: the first channel alone. */
const chosen = channelIds.slice(0, 1);
const payload = { employeeName: 'Ines Caldeira', weekStart: '2026-11-16' };

/** The body of POST /notifications/dispatch; duplicate recipients count once. */
export const Dispatch = namedObject('Dispatch', {
  type: TypeName,
  recipientUserIds: field(Type.Array(Uuid, { maxItems: 1_000 }), 'Ids of users of the tenant', [exampleIds.manager]),
  payload: field(AnyFields, 'Payload; its fields depend on the type', payload),
  link: Type.Optional(Link),
});

export const DispatchReceipt = namedObject('DispatchReceipt', {
  accepted: field(Type.Integer({ minimum: 0 }), 'Number of recipients', 1),
});

/** The kinds of things that a notification can be about. */

export const Notification = namedObject('Notification', {
  id: field(Uuid, 'Id of the notification', exampleIds.notification),
  type: TypeName,
  title: field(Type.String(), 'One line', 'Weekly summary from Ines Caldeira, week of 16 November 2026'),
  text: field(
    Type.String(),
    'Text without markup',
    'Ines Caldeira has submitted the weekly summary for the week of 16 November 2026.',
  ),
  link: Type.Optional(Link),
  subject: optionalField(
    Type.Object(
      {
        type: field(
          openEnum(...subjectTypes),
          'Type of the subject; `import_job` is an import of a profile, `org_plan` a plan of a reorganisation',
          'summary',
        ),
        id: field(Uuid, 'Its id', exampleIds.summary),
      },
      strictObject,
    ),
    'Subject of the notification',
  ),
  unread: field(Type.Boolean(), 'Whether the notification is unread', false),
  createdAt: field(Timestamp, 'Time of delivery'),
  readAt: optionalField(Timestamp, 'Time of reading; absent while unread', '2026-11-20T11:30:00.000Z'),
});
export type Notification = Static<typeof Notification>;

export const UnreadCount = namedObject('UnreadCount', {
  unread: field(Type.Integer({ minimum: 0 }), 'Number of unread notifications', 2),
});

export const ReadCount = namedObject('ReadCount', {
  read: field(Type.Integer({ minimum: 0 }), 'Number of notifications marked as read', 2),
});

const NotificationType = namedObject('NotificationType', {
  type: field(TypeName, 'Name of the type'),
  description: field(
    Type.String(),
    'Purpose of the type',
    'Informs a manager that a direct report has submitted a summary.',
  ),
  channels: field(Channels, 'Channels of the type', [...channelIds]),
  payload: field(AnyFields, 'JSON Schema of the payload', { type: 'object', required: ['employeeName'] }),
  example: field(AnyFields, 'Example of a payload', payload),
});

export const NotificationTypes = withName(
  'NotificationTypes',
  // Spectral takes an entry in an example for a schema with an example.
  Type.Object({ types: field(Type.Array(NotificationType), 'Types of notifications', []) }, strictObject),
);

const NotificationPreference = namedObject('NotificationPreference', {
  type: TypeName,
  channels: field(Channels, 'Of the defaults, those chosen by the caller, otherwise all', chosen),
  defaults: field(Channels, 'Default channels', listDefaults({})),
  switchedOff: field(Channels, 'Channels disabled by the tenant', []),
});

const OwnLanguage = withName('Language', openEnum(...languages));

/** Channels by type: chosen by the caller or else the defaults. `switchedOff` comes from the tenant's policy. */
export const NotificationPreferences = namedObject('NotificationPreferences', {
  preferences: field(Type.Array(NotificationPreference), 'A preference for each type'),
  language: optionalField(OwnLanguage, "The caller's choice; absent without one", 'de'),
});

export type NotificationPreferences = Static<typeof NotificationPreferences>;

const ChannelChoice = namedObject('ChannelChoice', {
  type: TypeName,
  channels: field(UniqueChannels, 'Channels to use, of the defaults; the others are switched off', chosen),
});

/** The body of PUT /notifications/preferences; absent types return to their defaults. */
export const PreferenceChange = namedObject('PreferenceChange', {
  preferences: field(
    Type.Array(ChannelChoice, { maxItems: 100 }),
    'Preferences by type, each type at most once; other types are reset to their defaults',
  ),
  language: optionalField(
    Type.Union([OwnLanguage, Type.Null()]),
    'Language of notifications, null for that of the directory or else the tenant; absent leaves it',
    'de',
  ),
});

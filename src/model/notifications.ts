// Schemas of notifications: dispatch, list, types and preferences.
import { Type, type Static } from '@sinclair/typebox';
import { strictObject, withName, Timestamp, Uuid } from './values.ts';

const Channel = Type.Unsafe<'in_app' | 'email'>({ type: 'string', enum: ['in_app', 'email'] });
const TypeName = Type.String({ minLength: 1, maxLength: 100 });
/** An http(s) URL or a path of the web app. */
const Link = Type.String({ maxLength: 2_000, format: 'link' });

/** The body of POST /notifications/dispatch; duplicate recipients count once. */
export const Dispatch = withName(
  'Dispatch',
  Type.Object(
    {
      type: TypeName,
      recipientUserIds: Type.Array(Uuid, { maxItems: 1_000 }),
      payload: Type.Object({}, { additionalProperties: true }),
      link: Type.Optional(Link),
    },
    strictObject,
  ),
);

export const Notification = withName(
  'Notification',
  Type.Object(
    {
      id: Uuid,
      type: TypeName,
      title: Type.String(),
      text: Type.String(),
      link: Type.Optional(Link),
      unread: Type.Boolean(),
      createdAt: Timestamp,
      readAt: Type.Optional(Timestamp),
    },
    strictObject,
  ),
);
export type Notification = Static<typeof Notification>;

export const NotificationTypes = withName(
  'NotificationTypes',
  Type.Object(
    {
      types: Type.Array(
        Type.Object(
          {
            type: TypeName,
            description: Type.String(),
            channels: Type.Array(Channel),
            payload: Type.Object({}, { additionalProperties: true, description: 'JSON Schema of the payload' }),
            example: Type.Object({}, { additionalProperties: true }),
          },
          strictObject,
        ),
      ),
    },
    strictObject,
  ),
);

/** Channels by type: chosen by the caller or else the defaults. `switchedOff` comes from the tenant's policy. */
export const NotificationPreferences = withName(
  'NotificationPreferences',
  Type.Object(
    {
      preferences: Type.Array(
        Type.Object(
          {
            type: TypeName,
            channels: Type.Array(Channel),
            defaults: Type.Array(Channel),
            switchedOff: Type.Array(Channel),
          },
          strictObject,
        ),
      ),
    },
    strictObject,
  ),
);

/** The body of PUT /notifications/preferences; absent types return to their defaults. */
export const PreferenceChange = withName(
  'PreferenceChange',
  Type.Object(
    {
      preferences: Type.Array(
        Type.Object({ type: TypeName, channels: Type.Array(Channel, { uniqueItems: true }) }, strictObject),
        { maxItems: 100 },
      ),
    },
    strictObject,
  ),
);

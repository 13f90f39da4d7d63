// Notifications that a change leaves for the holders of roles: the feature that makes the change gives its own types.
import type { Static } from '@sinclair/typebox';
import type { Role } from '../permissions.ts';
import type { NotificationDefinition } from './define-notification.ts';

/** What the payload of a type is. */
export type PayloadOf<Definition extends Pick<NotificationDefinition, 'payload'>> = Static<Definition['payload']>;

/** With an `eventId`, one of organisation/people/write; with a `subjectId` too, a row of organisation/tell_roles. */
export type Notice = { type: string; roles: readonly Role[]; payload: string };

type Types = Readonly<Record<string, Pick<NotificationDefinition, 'payload' | 'readers'>>>;

/** A notification of a type, for the people who have the roles that its `readers` name. */
export function createNotice<Own extends Types, Type extends keyof Own & string>(
  types: Own,
  type: Type,
  payload: PayloadOf<Own[Type]>,
): Notice {
  const readers = types[type]?.readers;
  return { type, roles: (readers && 'roles' in readers && readers.roles) || [], payload: JSON.stringify(payload) };
}

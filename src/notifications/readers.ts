// Who may still be told of a notification later: what each type of the registry says of its readers, in terms of queries.
import type { Role } from '../permissions.ts';
import { notificationTypes, type NotificationDefinition, type NotificationType } from './registry.ts';

const definitions: Record<NotificationType, NotificationDefinition> = notificationTypes;

/** `readers` of all types, by name, as queries take them: `deputies` are rights, null where no manager is meant. */
export const readersByType = Object.fromEntries(
  Object.entries(definitions).map(([type, { readers }]) => [
    type,
    {
      deputies: 'manager' in readers ? readers.manager : null,
      roles: 'roles' in readers ? (readers.roles ?? null) : null,
    },
  ]),
);

/** The roles of those whom a type is for. */
export function rolesToTell(type: NotificationType): readonly Role[] {
  const { readers } = definitions[type];
  return ('roles' in readers && readers.roles) || [];
}

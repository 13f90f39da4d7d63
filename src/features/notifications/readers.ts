// The `readers` of every notification type in the form that queries take: they decide who may still be notified at delivery.
import { getDefinition, notificationTypes, type NotificationType } from './registry.ts';

/** `readers` of all types, by name, as queries take them: `deputies` are rights, null where no manager is meant. */
export const readersByType = Object.fromEntries(
  (Object.keys(notificationTypes) as NotificationType[]).map((type) => {
    const { readers } = getDefinition(type);
    const deputies = 'manager' in readers ? readers.manager : null;
    const roles = 'roles' in readers ? (readers.roles ?? null) : null;
    return [type, { deputies, roles }];
  }),
);

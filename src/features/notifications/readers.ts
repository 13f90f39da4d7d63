// Who may still be told of a notification later: what each type of the registry says of its readers, in terms of queries.
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

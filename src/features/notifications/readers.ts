// The `readers` of every notification type in the form that queries take: they decide who may still be notified at delivery.
import { getDefinition, notificationTypes, type NotificationType } from './registry.ts';

/**
 * `readers` of all types, by name, as queries take them: `deputies` are rights, null where no manager is meant. The notice of a
 * power (`isSecurity`) is for whomever its event names, so no role is asked for again.
 */
export const readersByType = Object.fromEntries(
  (Object.keys(notificationTypes) as NotificationType[]).map((type) => {
    const { readers, isSecurity = false } = getDefinition(type);
    const deputies = 'manager' in readers ? readers.manager : null;
    const roles = 'roles' in readers && !isSecurity ? (readers.roles ?? null) : null;
    return [type, { deputies, roles, isSecurity }];
  }),
);

/**
 * `readers` for a query about a notification of one type: those of the type alone, because those of all types would be most of what
 * is sent with each call. A type that is not given may be any; one that this release does not know has none.
 */
export function selectReaders(type: string | undefined): typeof readersByType {
  if (type === undefined) return readersByType;
  const readers = readersByType[type];
  return readers ? { [type]: readers } : {};
}

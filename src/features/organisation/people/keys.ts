// What follows when the access of people is changed: they are told, at the address of before, whether they are active or not,
// and so are the admins and the People Team; after a change of keys by an admin the next sign-in that would be bound waits for
// a second admin (see identity/sign_in).
import type { Transaction } from '../../../platform/graph/client.ts';
import { splitIntoBatches } from '../../../platform/lib/loops.ts';
import { keyNotifications } from '../key-notifications.ts';
import { createNotice } from '../../../platform/notifications/notices.ts';
import { keyChanges, type KeyChangeName } from './key-names.ts';
import { listGiven } from './role-notices.ts';

/** The fields by which an identity provider, or a directory, knows a person. */
export const signInKeys = ['email', 'userName', 'externalId'] as const;

/**
 * `address` is that of before; `untold` are keys of which the person had none before. `isOwn`: the caller's own keys.
 * `heldRoles`: whether they had roles with tenant scope.
 */
export type KeyChange = {
  userId: string;
  name: string;
  changes: readonly KeyChangeName[];
  untold?: readonly KeyChangeName[];
  address?: string;
  isOwn?: boolean;
  heldRoles?: boolean;
};
/**
 * Who changes them. A directory and the operator are authorities: nobody has to approve what they do. An identity provider signs
 * somebody in.
 */
type Changer = 'admin' | 'directory' | 'operator' | 'provider';

/**
 * What a change does to the access of somebody who was there before. A directory and the operator say who has left: only what an
 * admin does is told of that.
 *
 * @param after.changed the names of the fields that differ
 */
export function listAccessChanges(
  before: { active: boolean; roles: readonly string[] },
  after: { active: boolean; roles: readonly string[]; changed: readonly string[]; isByAdmin: boolean },
): KeyChangeName[] {
  const changes: KeyChangeName[] = signInKeys.filter((key) => after.changed.includes(key));
  if (after.isByAdmin && before.active && !after.active) changes.push('deactivated');
  if (after.isByAdmin && !before.active && after.active) changes.push('activated');
  const held = before.active ? before.roles : [];
  if (listGiven(after.active ? after.roles : [], held).length > 0) changes.push('roles');
  return changes;
}

const markNames: Partial<Record<KeyChangeName, string>> = {
  email: 'emailBy',
  userName: 'userNameBy',
  externalId: 'externalIdBy',
  unbound: 'identityBy',
};
/** So many addresses are searched for that of each recipient. */
const recipientsPerEvent = 100;
const rowsPerWrite = 1_000;
/** Mails to more people than this are sent behind others. */
const fewPeople = 20;

/**
 * Notifies people of the changes and marks them, in the transaction of the changes. Admins and the People Team are notified once a
 * day of the changes by a directory, and of first sign-ins.
 *
 * @param context.eventId the same when the transaction is repeated
 */
export async function followKeyChanges(
  tx: Pick<Transaction, 'rows'>,
  changes: readonly KeyChange[],
  { by, now, newId, eventId }: { by: Changer; now: string; newId: () => string; eventId: string },
): Promise<void> {
  const isAdmin = by === 'admin';
  const marks = changes.flatMap(({ userId, changes: names, isOwn = false }) => {
    const keys = names.flatMap((name) => markNames[name] ?? []);
    return keys.length === 0 || (isAdmin && isOwn) ? [] : [{ id: newId(), userId, keys }];
  });
  for (const rows of splitIntoBatches(marks, rowsPerWrite)) {
    if (isAdmin) await tx.rows('organisation/mark_keys', { rows, now });
    else await tx.rows('organisation/clear_keys', { rows });
  }
  const told = changes.flatMap(({ untold = [], ...change }) => {
    const names = keyChanges.filter((name) => change.changes.includes(name) && (isAdmin || !untold.includes(name)));
    return names.length === 0 ? [] : [{ ...change, changes: names }];
  });
  const [first] = told;
  if (!first) return;
  const isMass = told.length > fewPeople;
  const events = [...Map.groupBy(told, ({ changes: names }) => names.join()).values()].flatMap((alike) =>
    [...splitIntoBatches(alike, recipientsPerEvent)].map((people) => ({
      type: 'account.keys_changed',
      isMass,
      payload: JSON.stringify({ changes: people[0]?.changes, by }),
      recipientIds: people.map(({ userId }) => userId),
      addresses: people.flatMap(({ userId, address }) => (address === undefined ? [] : [`${userId} ${address}`])),
    })),
  );
  const rows = events.map((event, place) => ({ ...event, eventId: `${eventId}:${place}` }));
  for (const batch of splitIntoBatches(rows, rowsPerWrite)) await tx.rows('outbox/tell_people', { rows: batch, now });
  const announced = told.filter(concernsOthers);
  const [example] = announced;
  if (!example) return;
  const all = keyChanges.filter((name) => announced.some(({ changes: names }) => names.includes(name)));
  const payload = { personName: example.name, others: announced.length - 1, changes: all, by };
  const notice = {
    ...createNotice(keyNotifications, 'org.keys_changed', payload),
    subjectId: example.userId,
    eventId: by === 'directory' || by === 'provider' ? `${by}:${now.slice(0, 10)}` : eventId,
    namesCaller: isAdmin,
  };
  await tx.rows('organisation/tell_roles', { rows: [notice], now });
}

/** The end of an account is told to its person alone, unless they could approve what admins do, or see what they did. */
const concernsOthers = ({ changes, heldRoles = false }: KeyChange): boolean =>
  heldRoles || changes.some((name) => name !== 'deactivated');

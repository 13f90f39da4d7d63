// Names a deputy for a manager, or ends a deputyship. Notifies the deputy, and the manager if somebody else did it.
import type { Transaction } from '../../platform/graph/client.ts';
import type { DeputyRight, Role, Standing } from '../../platform/access/permissions.ts';
import type { RowOf } from '../../platform/graph/queries/call-types.ts';
import { fail } from '../../platform/errors.ts';
import type { Deputy } from './schema.ts';

/** Terms of a person, as a manager and as a deputy together, that are in force, to come, or ended in the last year. */
const mostTerms = 20;

/** Days are `yyyy-mm-dd`. Without rights the term ends. */
export type DeputyTerm = { userId: string; deputyId: string; from: string; to: string; rights: readonly DeputyRight[] };
/** `isUnapproved`: an admin names a deputy for somebody else, which needs a second admin. */
export type DeputyOutcome = {
  standing: Standing;
  userFound: boolean;
  deputyFound: boolean;
  deputyActive: boolean;
  isOver: boolean | null;
  isFull: boolean;
  isOwn: boolean;
  isUnapproved: boolean;
  isChanged: boolean;
  isEnded: boolean;
  isForOther: boolean;
  beginsAt: string | null;
  endsAt: string;
  deputy: Deputy | null;
};

/**
 * Sets the term, unless what the outcome says refuses it.
 *
 * @param context.requesterId who requested what the caller approves; null without a request
 * @param context.eventId the same when the transaction is repeated
 */
export async function setDeputyTerm(
  tx: Pick<Transaction, 'rows'>,
  term: DeputyTerm,
  {
    requesterId = null,
    permittedRoles,
    auditId,
    eventId,
    now,
  }: {
    requesterId?: string | null;
    permittedRoles: readonly Role[] | null;
    auditId: string;
    eventId: string;
    now: string;
  },
): Promise<DeputyOutcome> {
  const params = { ...term, requesterId, most: mostTerms, permittedRoles, auditId, now };
  const [outcome = fail('INTERNAL')] = await tx.rows<DeputyOutcome>('deputies/set', params);
  const rows = listNews(outcome, term, eventId);
  if (rows.length > 0) await tx.rows('outbox/tell_people', { rows, now });
  return outcome;
}

type NewsRow = RowOf<'outbox/tell_people', 'rows'>;

/**
 * The events about a term. The deputy is notified when they are named, when the term begins if that is later, and when it has
 * ended. The manager is notified if somebody else has named the deputy. An event that is no longer true when it is due notifies nobody.
 */
function listNews(outcome: DeputyOutcome, { userId, deputyId, rights }: DeputyTerm, eventId: string): NewsRow[] {
  const { deputy, isChanged, isEnded, beginsAt, endsAt, isForOther } = outcome;
  const event = { isMass: false, addresses: [], payload: null, subjectId: userId };
  const ofDeputy = { ...event, recipientIds: [deputyId], aboutIds: [userId] };
  if (rights.length === 0) return isEnded ? [{ ...ofDeputy, type: 'deputy.ended', eventId }] : [];
  if (!isChanged || !deputy) return [];
  const { deputy: who, from, to } = deputy;
  const pair = `${deputyId}:${userId}`;
  const payload = JSON.stringify({ deputyName: who.name, from, to, by: 'admin' });
  const named = { ...event, type: 'deputy.named', eventId, payload, subjectId: null, recipientIds: [userId] };
  return [
    ...(isForOther ? [{ ...named, aboutIds: [deputyId] }] : []),
    { ...ofDeputy, type: 'deputy.assigned', eventId },
    ...(beginsAt ? [{ ...ofDeputy, type: 'deputy.assigned', eventId: `${pair}:${from}`, dueAt: beginsAt }] : []),
    { ...ofDeputy, type: 'deputy.ended', eventId: `${pair}:${to}`, dueAt: endsAt },
  ];
}

// Names the partner of a part of the company, or ends it, and tells whom it concerns.
import { fail, failInvalid } from '../../platform/errors.ts';
import type { Transaction } from '../../platform/graph/client.ts';
import type { Standing, Role } from '../../platform/access/permissions.ts';
import type { RowOf } from '../../platform/graph/queries/call-types.ts';
import { createNotice, type PayloadOf } from '../../platform/notifications/notices.ts';
import { addWeeks } from '../../platform/time/weeks.ts';
import { partnerNotifications } from './notifications.ts';
import type { Part } from './schema.ts';

/** Terms of a partner that are in force, to come, or ended in the last year; and of a tenant that have not ended. */
const most = 20;
const mostOfTenant = 200;
const mostWeeks = 53;

/** A part of the company: everyone below `headId`, or the department. Days are `yyyy-mm-dd`. */
export type PartTerm = {
  userId: string;
  headId: string | null;
  departmentKey: string | null;
  from: string;
  to: string;
};

/** Refuses a part that is none, and days that no term has. @throws {ApiError} VALIDATION_ERROR */
export function assertPart({ userId, headId, departmentKey, from, to }: PartTerm, now: string): void {
  if ((headId === null) === (departmentKey === null))
    failAt('', 'A part is either everyone below a person (belowId) or a department (department).');
  if (departmentKey === '') failAt('department', 'department must not be blank.');
  if (headId === userId) failAt('belowId', 'belowId must be somebody else: who is above sees these people already.');
  if (to < from) failAt('to', 'to must not be before from.');
  if (to > addWeeks(from, mostWeeks)) failAt('to', `to must be within ${mostWeeks} weeks of from.`);
  if (from > addWeeks(now.slice(0, 10), mostWeeks)) failAt('from', `from must be within ${mostWeeks} weeks of today.`);
}
const failAt = (name: string, message: string): never => failInvalid([{ pointer: name && `/${name}`, message }]);

type Ids = { partId: string; auditId: string; eventId: string };
/** `requesterId` requested what the caller approves. */
type ApprovedTerm = PartTerm & { requesterId: string };

/**
 * Names the partner in the transaction, which holds the tenant's lock, and tells nobody. `part` is null if nobody is named: somebody has
 * left, the partner has become an admin, or the term is over. `headIds` are the heads of the part.
 *
 * @throws {ApiError} LIMIT_REACHED
 */
export async function writePart(
  tx: Pick<Transaction, 'rows'>,
  { requesterId, ...term }: ApprovedTerm,
  { partId, auditId, now }: Omit<Ids, 'eventId'> & { now: string },
): Promise<{ part: Part | null; headIds: string[] }> {
  type Outcome = { isFull: boolean; part: Part | null; headIds: string[] };
  const params = { ...term, requesterId, partId, most, mostOfTenant, auditId, now };
  const [outcome = fail('INTERNAL')] = await tx.rows<Outcome>('partners/set', params);
  if (outcome.isFull) fail('LIMIT_REACHED');
  return outcome;
}

/**
 * The same, and tells whom it concerns. Returns the part, or null if nobody is named.
 *
 * @throws {ApiError} LIMIT_REACHED
 */
export async function setPart(
  tx: Pick<Transaction, 'rows'>,
  term: ApprovedTerm,
  { partId, auditId, eventId, now }: Ids & { now: string },
): Promise<Part | null> {
  const { part, headIds } = await writePart(tx, term, { partId, auditId, now });
  if (part) {
    const aboutIds = [part.partner.id, ...(part.below ? [part.below.id] : [])];
    const recipientIds = [part.partner.id, ...headIds];
    await tell(tx, 'partner.named', describe(part), { recipientIds, aboutIds, eventId, now });
  }
  return part;
}

type Ended = {
  partnerId: string;
  partnerName: string;
  headId: string | null;
  department: string | null;
};

/** Ends a part in the transaction. Returns the standing of the caller, null for nobody, and whether there was such a part. */
export async function endPart(
  tx: Transaction,
  { partId, permittedRoles }: { partId: string; permittedRoles: readonly Role[] | null },
  { auditId, eventId, now }: Omit<Ids, 'partId'> & { now: string },
): Promise<{ standing: Standing | null; isEnded: boolean }> {
  type Outcome = { standing: Standing | null; ended: Ended | null };
  const outcome = await tx.write<Outcome>('partners/end', { partId, permittedRoles, auditId, now });
  if (!outcome) throw new Error('cypher/partners/end.cypher returned no row.');
  const { standing, ended } = outcome;
  if (ended) {
    const { partnerId, partnerName, headId, department } = ended;
    const payload = { partnerName, ...(department && { department }), by: 'admin' as const };
    const ids = [partnerId, ...(headId ? [headId] : [])];
    await tell(tx, 'partner.ended', payload, { recipientIds: ids, aboutIds: ids, eventId, now });
  }
  return { standing, isEnded: ended !== null };
}

const describe = ({
  partner,
  below,
  department,
  from,
  to,
}: Part): PayloadOf<(typeof partnerNotifications)['partner.named']> => ({
  partnerName: partner.name,
  ...(below && { belowName: below.name }),
  ...(department && { department }),
  from,
  to,
  by: 'admin',
});

/** Tells the partner, the heads of the part, the admins and the People Team. */
async function tell<Type extends 'partner.named' | 'partner.ended'>(
  tx: Pick<Transaction, 'rows'>,
  type: Type,
  payload: PayloadOf<(typeof partnerNotifications)[Type]>,
  {
    recipientIds,
    aboutIds,
    eventId,
    now,
  }: { recipientIds: string[]; aboutIds: string[]; eventId: string; now: string },
): Promise<void> {
  const text = JSON.stringify(payload);
  const event = { isMass: false, addresses: [], subjectId: null, aboutIds };
  const row: RowOf<'outbox/tell_people', 'rows'> = { ...event, type, eventId, payload: text, recipientIds };
  await tx.rows('outbox/tell_people', { rows: [row], now });
  const notice = {
    ...createNotice(partnerNotifications, 'org.partner_changed', {
      ...payload,
      change: type === 'partner.named' ? 'named' : 'ended',
    }),
  };
  await tx.rows('organisation/tell_roles', {
    rows: [{ ...notice, subjectId: null, aboutIds, eventId, namesCaller: true }],
    now,
  });
}

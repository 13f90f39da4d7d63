// Names the partner of a part of the company, or ends it, and tells whom it concerns.
import { fail, failInvalid } from '../../platform/errors.ts';
import type { Transaction } from '../../platform/graph/client.ts';
import type { Standing, Role } from '../../platform/access/permissions.ts';
import type { PayloadOf } from '../../platform/notifications/notices.ts';
import { addWeeks } from '../../platform/time/weeks.ts';
import { mostParts as most, mostPartsOfTenant as mostOfTenant, mostWeeks } from './bounds.ts';
import type { partnerNotifications } from './notifications.ts';
import { tellPartners } from './partner-notices.ts';
import type { Part } from './schema.ts';

/** A part of the company: everyone below `headId`, or the department. Days are `yyyy-mm-dd`. */
export type PartTerm = {
  userId: string;
  headId: string | null;
  departmentKey: string | null;
  from: string;
  to: string;
};

/** The same for the members of a group of a directory, or for a person: one of the two is null. */
export type RequestedPart = Omit<PartTerm, 'userId'> & { userId: string | null; groupId: string | null };

/** Refuses a part that is none, of nobody, and days that no term has. @throws {ApiError} VALIDATION_ERROR */
export function assertPart({ userId, groupId, headId, departmentKey, from, to }: RequestedPart, now: string): void {
  const whose = 'The partner is either a person (userId), or the members of a group of your directory (groupId).';
  if (userId === null && groupId === null) failAt('userId', whose);
  if (userId !== null && groupId !== null) failAt('groupId', whose);
  if ((headId === null) === (departmentKey === null))
    failAt('', 'A part is either everyone below a person (belowId) or a department (department).');
  if (departmentKey === '') failAt('department', 'department must not be blank.');
  if (headId !== null && headId === userId)
    failAt('belowId', 'belowId must be somebody else: who is above sees these people already.');
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
    const payload = describe(part);
    const changed = { payload: { ...payload, change: 'named' as const }, aboutIds, eventId };
    await tellPartners(tx, [{ type: 'partner.named', payload, recipientIds, aboutIds, eventId }], changed, now);
  }
  return part;
}

type Ended = {
  partnerId: string;
  partnerName: string;
  headId: string | null;
  department: string | null;
};

/**
 * Ends a part in the transaction. Returns the standing of the caller, null for nobody, and whether there was such a part.
 *
 * @throws {ApiError} PART_OF_GROUP
 */
export async function endPart(
  tx: Transaction,
  { partId, permittedRoles }: { partId: string; permittedRoles: readonly Role[] | null },
  { auditId, eventId, now }: Omit<Ids, 'partId'> & { now: string },
): Promise<{ standing: Standing | null; isEnded: boolean }> {
  type Outcome = { standing: Standing | null; ended: Ended | null; isOfGroup: boolean };
  const outcome = await tx.write<Outcome>('partners/end', { partId, permittedRoles, auditId, now });
  if (!outcome) throw new Error('cypher/partners/end.cypher returned no row.');
  const { standing, ended, isOfGroup } = outcome;
  if (isOfGroup) fail('PART_OF_GROUP');
  if (ended) {
    const { partnerId, partnerName, headId, department } = ended;
    const payload = { partnerName, ...(department && { department }), by: 'admin' as const };
    const ids = [partnerId, ...(headId ? [headId] : [])];
    const changed = { payload: { ...payload, change: 'ended' as const }, aboutIds: ids, eventId };
    const event = { type: 'partner.ended' as const, payload, recipientIds: ids, aboutIds: ids, eventId };
    await tellPartners(tx, [event], changed, now);
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

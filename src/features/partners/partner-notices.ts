// Tells whom it concerns that somebody, or the members of a group of a directory, became partners of a part of the company or are it no longer.
import type { Transaction } from '../../platform/graph/client.ts';
import type { RowOf } from '../../platform/graph/queries/call-types.ts';
import { maxNames } from '../../platform/notifications/payload-parts.ts';
import { createNotice, type PayloadOf } from '../../platform/notifications/notices.ts';
import { partnerNotifications } from './notifications.ts';

type Types = typeof partnerNotifications;
type Told<Type extends 'partner.named' | 'partner.ended' = 'partner.named' | 'partner.ended'> = {
  [One in Type]: {
    type: One;
    payload: PayloadOf<Types[One]>;
    recipientIds: string[];
    aboutIds: string[];
    eventId: string;
  };
}[Type];
type Changed = { payload: PayloadOf<Types['org.partner_changed']>; aboutIds: string[]; eventId: string };

/** Tells partners and the heads of their parts (`events`), and the admins and the People Team (`changed`). */
export async function tellPartners(
  tx: Pick<Transaction, 'rows'>,
  events: readonly Told[],
  { payload: about, aboutIds, eventId }: Changed,
  now: string,
): Promise<void> {
  const rows: RowOf<'partners/tell', 'rows'>[] = events.map(({ payload, ...event }) => ({
    ...event,
    payload: JSON.stringify(payload),
  }));
  const notice = createNotice(partnerNotifications, 'org.partner_changed', about);
  await tx.rows('partners/tell', { rows, notices: [{ ...notice, aboutIds, eventId, namesCaller: true }], now });
}

/** A term that ended with the membership of a group, or with what the group gives. */
export type EndedTerm = {
  partId: string;
  groupPartId: string;
  groupName?: string;
  partnerId: string;
  partnerName: string;
  headId?: string;
  belowName?: string;
  department?: string;
};
/** A term that somebody got by a group. Days are `yyyy-mm-dd`; `headIds` are the heads of the part. */
export type NamedTerm = EndedTerm & { from: string; to: string; headIds: string[] };
type By = 'admin' | 'directory';

/** What partners and heads are told of terms that groups gave: each partner of their own, and each head once of a part. */
export function createTermEvents(
  { named, ended }: { named: readonly NamedTerm[]; ended: readonly EndedTerm[] },
  by: By,
  newId: () => string,
): Told[] {
  const ofNamed = (term: NamedTerm, more = 0) => ({
    type: 'partner.named' as const,
    payload: { ...describe(term, more, by), from: term.from, to: term.to },
    aboutIds: listAbout(term),
  });
  const ofEnded = (term: EndedTerm, more = 0) => ({
    type: 'partner.ended' as const,
    payload: describe(term, more, by),
    aboutIds: listAbout(term),
  });
  return [
    ...named.map((term) => ({ ...ofNamed(term), recipientIds: [term.partnerId], eventId: term.partId })),
    ...ended.map((term) => ({ ...ofEnded(term), recipientIds: [term.partnerId], eventId: term.partId })),
    ...listParts(named).flatMap(([first, ...others]) => {
      const recipientIds = findHeads(first, first.headIds, others.length);
      return recipientIds.length === 0 ? [] : [{ ...ofNamed(first, others.length), recipientIds, eventId: newId() }];
    }),
    ...listParts(ended).flatMap(([first, ...others]) => {
      const recipientIds = findHeads(first, first.headId ? [first.headId] : [], others.length);
      return recipientIds.length === 0 ? [] : [{ ...ofEnded(first, others.length), recipientIds, eventId: newId() }];
    }),
  ];
}

/** The names of the partners of terms, once each: the first of them, and how many more there are. */
export function nameFirst(terms: readonly EndedTerm[]): { names: string[]; more: number; ids: string[] } {
  const partners = [...new Map(terms.map(({ partnerId, partnerName }) => [partnerId, partnerName]))];
  const first = partners.slice(0, maxNames);
  return { names: first.map(([, name]) => name), more: partners.length - first.length, ids: first.map(([id]) => id) };
}

const describe = ({ partnerName, groupName, belowName, department }: EndedTerm, more: number, by: By) => ({
  partnerName,
  ...(more > 0 && { more }),
  ...(groupName && { groupName }),
  ...(belowName && { belowName }),
  ...(department && { department }),
  by,
});

const listAbout = ({ partnerId, headId }: EndedTerm): string[] => [partnerId, ...(headId ? [headId] : [])];

function listParts<Term extends EndedTerm>(terms: readonly Term[]): [Term, ...Term[]][] {
  const parts = new Map<string, [Term, ...Term[]]>();
  for (const term of terms) {
    const part = parts.get(term.groupPartId);
    if (part) part.push(term);
    else parts.set(term.groupPartId, [term]);
  }
  return [...parts.values()];
}

/** A head who is the only partner knows by their own notice. */
const findHeads = (first: EndedTerm, headIds: readonly string[], others: number): string[] =>
  headIds.filter((id) => others > 0 || id !== first.partnerId);

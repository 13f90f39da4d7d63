// Whether there is room for new questions: the shares of who asks, and the ten that somebody is asked in a week.
import { ApiError, fail } from '../../platform/errors.ts';
import type { Transaction } from '../../platform/graph/client.ts';
import {
  countAsked,
  maxOpen,
  maxOpenOfAsker,
  maxOpenOfManagers,
  maxStored,
  maxStoredOfAsker,
  maxStoredOfManagers,
  type CrowdFinder,
  type Planned,
} from './rules.ts';

/** A question that is open. `isOwn`: who asks now has asked it. */
export type OpenQuestion = Planned & { isOwn: boolean };
/** How many questions there are: of everybody, of managers, and of who asks. */
export type Counts = { all: number; ofManagers: number; ofAsker: number };

export const countOpen = (open: readonly OpenQuestion[]): Counts => ({
  all: open.length,
  ofManagers: open.filter(({ isOfManager }) => isOfManager).length,
  ofAsker: open.filter(({ isOwn }) => isOwn).length,
});

/** The counts with so many new questions of who asks. */
export const addTo = ({ all, ofManagers, ofAsker }: Counts, added: number): Counts => ({
  all: all + added,
  ofManagers: ofManagers + added,
  ofAsker: ofAsker + added,
});

/** Refuses a question beyond the share of who asks. The operator asks for the company. @throws {ApiError} LIMIT_REACHED */
export function assertRoom(
  { open, stored }: { open: Counts; stored: Counts },
  by: 'manager' | 'company' | 'operator',
): void {
  const refuse = (says: string): never => fail('LIMIT_REACHED', says);
  const end = 'End one that is no longer needed.';
  if (by !== 'operator') {
    if (open.ofAsker >= maxOpenOfAsker) refuse(`You have ${maxOpenOfAsker} open questions, which is the limit. ${end}`);
    if (stored.ofAsker >= maxStoredOfAsker)
      refuse(`You have asked ${maxStoredOfAsker} questions that are kept with their answers, which is the limit.`);
  }
  if (by === 'manager') {
    if (open.ofManagers >= maxOpenOfManagers)
      refuse(`Managers have ${maxOpenOfManagers} open questions, which is the limit. ${end}`);
    if (stored.ofManagers >= maxStoredOfManagers)
      refuse(`${maxStoredOfManagers} questions of managers are kept with their answers, which is the limit.`);
  }
  if (open.all >= maxOpen) refuse(`There are ${maxOpen} open questions, which is the limit. ${end}`);
  if (stored.all >= maxStored)
    refuse(`There are ${maxStored} questions, with those that have ended, which is the limit.`);
}

/**
 * For each question of which somebody of its audience would be asked too many why it is refused. Those before it count, too. Who is in
 * which audiences is only asked where it matters: all open questions together may be few enough in each week.
 */
export async function findCrowded<Draft extends { planned: Planned }>(
  tx: Pick<Transaction, 'rows'>,
  drafts: readonly Draft[],
  open: readonly OpenQuestion[],
  since: string,
): Promise<Map<Draft, ApiError>> {
  const all: Planned[] = [...open];
  const finders = new Map<Draft, CrowdFinder>();
  const everywhere = new Set(open.map(({ audience }) => audience));
  for (const draft of drafts) {
    const find = countAsked(all, draft.planned, since);
    if (find([...everywhere]) !== null) finders.set(draft, find);
    all.push(draft.planned);
    everywhere.add(draft.planned.audience);
  }
  const refused = new Map<Draft, ApiError>();
  if (finders.size === 0) return refused;
  const keys = [...everywhere];
  const groups = await tx.rows<{ keys: string[] }>('questions/find_groups', {
    audiences: [...new Set([...finders.keys()].map(({ planned }) => planned.audience))],
    keys,
    headIds: keys.flatMap((key) => (key.startsWith('below:') ? [key.slice(6)] : [])),
  });
  for (const [draft, find] of finders) {
    const crowds = groups.flatMap((group) =>
      group.keys.includes(draft.planned.audience) ? (find(group.keys) ?? []) : [],
    );
    const [first] = crowds.toSorted((one, other) => (one.week < other.week ? -1 : 1));
    if (first)
      refused.set(
        draft,
        new ApiError(
          'LIMIT_REACHED',
          `In the week of ${first.week}, somebody of this audience would be asked more than ${first.most} questions` +
            `${first.ofManagers ? ' of managers' : ''}.`,
        ),
      );
  }
  return refused;
}

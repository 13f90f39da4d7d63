// From the moves of a request or a file to moves by id: who is meant, and what is wrong with them in any chart. No IO.
import { normalizeEmail } from '../import/columns.ts';
import type { ChartLine } from '../../../platform/chart/chart.ts';
import { findMoveCycles, type PlannedMove } from '../../../platform/chart/move-faults.ts';

/** A move as a request or a file names it: the person and the manager by id or by address; a manager of null is the top. */
export type MoveInput = {
  userId?: string;
  email?: string;
  managerId?: string | null;
  managerEmail?: string | null;
};

/** A user whom moves name, or who is above one; without an address if they were erased. */
export type KnownPerson = ChartLine & { email?: string };

/** What is wrong with a move. `field` is the one to correct; null for the move as a whole. `index` counts from 0. */
export type MoveFault = { index: number; field: keyof MoveInput | null; message: string };

/** The users that moves name. */
export function listNames(moves: readonly MoveInput[]): { userIds: string[]; emails: string[] } {
  const collect = (...texts: (string | null | undefined)[]): string[] =>
    texts.filter((text) => typeof text === 'string');
  return {
    userIds: [...new Set(moves.flatMap(({ userId, managerId }) => collect(userId, managerId)))],
    emails: [...new Set(moves.flatMap(({ email, managerEmail }) => collect(email, managerEmail)).map(normalizeEmail))],
  };
}

/**
 * Resolves moves. With faults, the moves are incomplete.
 *
 * @param people everyone named in the moves whom the tenant has; others may be among them
 */
export function resolveMoves(
  inputs: readonly MoveInput[],
  people: readonly KnownPerson[],
): { moves: PlannedMove[]; faults: MoveFault[]; indexByUser: ReadonlyMap<string, number> } {
  const byId = new Map(people.map((person) => [person.id, person]));
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const moves: PlannedMove[] = [];
  const faults: MoveFault[] = [];
  const indexByUser = new Map<string, number>();
  inputs.forEach((input, index) => {
    const addFault = (field: MoveFault['field'], message: string): void => void faults.push({ index, field, message });
    const { userId, email, managerId, managerEmail } = input;
    const find = (id: string | null | undefined, address: string | null | undefined): KnownPerson | undefined =>
      typeof id === 'string' ? byId.get(id) : byEmail.get(normalizeEmail(address ?? ''));
    if ((userId === undefined) === (email === undefined)) addFault(null, 'must have userId or email, and not both');
    if ((managerId === undefined) === (managerEmail === undefined)) {
      addFault(null, 'must have managerId or managerEmail, and not both');
    }
    if (faults.at(-1)?.index === index) return;
    const person = find(userId, email);
    const isTop = (managerId ?? managerEmail ?? null) === null;
    const manager = isTop ? undefined : find(managerId, managerEmail);
    if (!person) addFault(userId === undefined ? 'email' : 'userId', 'is nobody in your tenant');
    if (!isTop && !manager)
      addFault(managerId === undefined ? 'managerEmail' : 'managerId', 'is nobody in your tenant');
    if (!person || (!isTop && !manager)) return;
    if (indexByUser.has(person.id)) return addFault(userId === undefined ? 'email' : 'userId', 'is in an earlier move');
    indexByUser.set(person.id, index);
    moves.push({ userId: person.id, fromId: person.managerId ?? null, toId: manager?.id ?? null });
  });
  for (const userId of new Set(findMoveCycles(new Map(), moves).flat())) {
    faults.push({ index: indexByUser.get(userId) ?? 0, field: null, message: 'is part of a cycle of these moves' });
  }
  return { moves, faults: faults.sort((a, b) => a.index - b.index), indexByUser };
}

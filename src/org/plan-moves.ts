// What moves would change: where people stand and the moves in, the differences and faults out. No IO.
import { findCycles } from './cycles.ts';
import type { Fault } from './read-rows.ts';
import { isAddress } from './row-faults.ts';

/** Someone in the reporting line. A correct graph gives them at most one manager. */
export type LinePerson = { id: string; email: string; active: boolean; managerEmails: string[] };

/** Someone and the manager they shall have; an empty one is the top. `row` is null for a move that is in no file. */
export type MoveRow = { row: number | null; email: string; managerEmail: string };

export type PlannedMove = { person: LinePerson; manager: LinePerson | null; from: string };
export type MovePlan = { moves: PlannedMove[]; unchanged: string[]; faults: Fault[] };

/**
 * The plan of moves that happen together, so that two people may change places. With faults it must not be carried out.
 *
 * @param people everyone the rows name, and everyone above them
 */
export function planMoves(people: LinePerson[], rows: MoveRow[]): MovePlan {
  const known = new Map(people.map((person) => [person.email, person]));
  const plan: MovePlan = { moves: [], unchanged: [], faults: [] };
  const first = new Map<string, MoveRow>();
  for (const row of rows) {
    const { email, managerEmail } = row;
    const [person, manager] = [known.get(email), known.get(managerEmail)];
    const fault = validateMove(row, person, manager, first.get(email));
    if (!first.has(email)) first.set(email, row);
    if (fault !== null) plan.faults.push({ row: row.row, message: fault });
    else if (!person) continue;
    else if (person.managerEmails.join() === managerEmail) plan.unchanged.push(email);
    else plan.moves.push({ person, manager: manager ?? null, from: person.managerEmails.join(', ') });
  }
  plan.faults.push(...findCycleFaults(people, plan.moves, first));
  plan.faults.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return plan;
}

function validateMove(
  { email, managerEmail }: MoveRow,
  person: LinePerson | undefined,
  manager: LinePerson | undefined,
  before: MoveRow | undefined,
): string | null {
  if (email === '') return 'email is missing';
  if (before) return `${email} stands in row ${before.row} already`;
  for (const [column, address] of Object.entries({ email, managerEmail })) {
    if (address !== '' && !isAddress(address)) return `${column} ${JSON.stringify(address)} is not an e-mail address`;
  }
  if (!person) return `nobody in this tenant has the address ${JSON.stringify(email)}`;
  if (managerEmail === '' || person.managerEmails.join() === managerEmail) return null;
  if (!manager) return `nobody in this tenant has the address ${JSON.stringify(managerEmail)}`;
  return manager.active ? null : `${managerEmail} has left; choose a manager who is active`;
}

/** Cycles in the line as it would be. One that was there before and that no move is part of is not theirs to answer for. */
function findCycleFaults(people: LinePerson[], moves: PlannedMove[], rows: Map<string, MoveRow>): Fault[] {
  const managersOf = new Map(people.map(({ email, managerEmails }) => [email, managerEmails]));
  for (const { person, manager } of moves) managersOf.set(person.email, manager ? [manager.email] : []);
  const moved = new Set(moves.map(({ person }) => person.email));
  return findCycles(managersOf)
    .filter((cycle) => cycle.some((email) => moved.has(email)))
    .map((cycle) => {
      const at = cycle.flatMap((email) => (moved.has(email) ? (rows.get(email)?.row ?? []) : []));
      const message = `the manager is the user or reports to the user: ${cycle.join(' → ')}`;
      return { row: at.length > 0 ? Math.min(...at) : null, message };
    });
}

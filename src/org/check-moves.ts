// Checks moves: from the current chart and the requested moves to the changes and the faults. No IO.
import { findCycles } from '../rules/cycles.ts';
import type { Fault } from './read-rows.ts';
import { isAddress } from './row-faults.ts';

/** A person in a reporting line. A consistent graph has at most one manager per person. */
export type LinePerson = { id: string; email: string; active: boolean; managerEmails: string[] };

/** A requested move. An empty `managerEmail` is the top; `row` is null if the move is not from a file. */
export type MoveRow = { row: number | null; email: string; managerEmail: string };

type CheckedMove = { person: LinePerson; manager: LinePerson | null; from: string };
type CheckedMoves = { moves: CheckedMove[]; unchanged: string[]; faults: Fault[] };

/**
 * Checks moves by the chart that results from all of them, so two people can swap places. Write none if there are faults.
 *
 * @param people everyone named in the rows, and everyone above them
 */
export function checkMoves(people: LinePerson[], rows: MoveRow[]): CheckedMoves {
  const peopleByEmail = new Map(people.map((person) => [person.email, person]));
  const checked: CheckedMoves = { moves: [], unchanged: [], faults: [] };
  const firstRows = new Map<string, MoveRow>();
  for (const row of rows) {
    const { email, managerEmail } = row;
    const [person, manager] = [peopleByEmail.get(email), peopleByEmail.get(managerEmail)];
    const fault = validateMove(row, person, manager, firstRows.get(email));
    if (!firstRows.has(email)) firstRows.set(email, row);
    if (fault !== null) checked.faults.push({ row: row.row, message: fault });
    else if (!person) continue;
    else if (person.managerEmails.join() === managerEmail) checked.unchanged.push(email);
    else checked.moves.push({ person, manager: manager ?? null, from: person.managerEmails.join(', ') });
  }
  checked.faults.push(...findCycleFaults(people, checked.moves, firstRows));
  checked.faults.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return checked;
}

function validateMove(
  { email, managerEmail }: MoveRow,
  person: LinePerson | undefined,
  manager: LinePerson | undefined,
  firstRow: MoveRow | undefined,
): string | null {
  if (email === '') return 'email is missing';
  if (firstRow) return `${email} is already in row ${firstRow.row}`;
  for (const [column, address] of Object.entries({ email, managerEmail })) {
    if (address !== '' && !isAddress(address)) return `${column} ${JSON.stringify(address)} is not an e-mail address`;
  }
  if (!person) return `nobody in this tenant has the address ${JSON.stringify(email)}`;
  if (managerEmail === '' || person.managerEmails.join() === managerEmail) return null;
  if (!manager) return `nobody in this tenant has the address ${JSON.stringify(managerEmail)}`;
  return manager.active ? null : `${managerEmail} has left; choose a manager who is active`;
}

/** Finds cycles in the resulting chart. Cycles that existed before and involve no move are not reported. */
function findCycleFaults(people: LinePerson[], moves: CheckedMove[], rows: Map<string, MoveRow>): Fault[] {
  const managersByEmail = new Map(people.map(({ email, managerEmails }) => [email, managerEmails]));
  for (const { person, manager } of moves) managersByEmail.set(person.email, manager ? [manager.email] : []);
  const moved = new Set(moves.map(({ person }) => person.email));
  return findCycles(managersByEmail)
    .filter((cycle) => cycle.some((email) => moved.has(email)))
    .map((cycle) => {
      const rowNumbers = cycle.flatMap((email) => (moved.has(email) ? (rows.get(email)?.row ?? []) : []));
      const message = `the manager is the user or reports to the user: ${cycle.join(' → ')}`;
      return { row: rowNumbers.length > 0 ? Math.min(...rowNumbers) : null, message };
    });
}

// An organisation as indented text.
import type { Known } from './plan.ts';

/**
 * The lines of the tree, top first, people of one manager by name. Who has left is not shown; their people stand under
 * the next one up. People in a cycle hang on nobody and are not reached: `unreached` counts them.
 *
 * @param from the address of whoever the tree begins with; everyone without a manager if not given
 */
export function treeOf(people: Known[], from?: string): { lines: Generator<string, void, void>; unreached: number } {
  const known = new Map(people.map((person) => [person.email, person]));
  const below = new Map<string, Known[]>();
  for (const person of people.filter(({ active }) => active)) {
    const manager = activeManager(person, known);
    const reports = below.get(manager);
    if (reports) reports.push(person);
    else below.set(manager, [person]);
  }
  for (const reports of below.values()) reports.sort((a, b) => (a.name + a.email < b.name + b.email ? -1 : 1));
  const start = from === undefined ? (below.get('') ?? []) : people.filter(({ email }) => email === from);
  const reached = from === undefined ? [...walk(start, below)].length : people.length;
  return {
    lines: drawn(walk(start, below)),
    unreached: Math.max(0, people.filter(({ active }) => active).length - reached),
  };
}

function activeManager(person: Known, known: Map<string, Known>): string {
  const passed = new Set<string>();
  let email = person.managerEmails[0] ?? '';
  while (email !== '' && !known.get(email)?.active && !passed.has(email)) {
    passed.add(email);
    email = known.get(email)?.managerEmails[0] ?? '';
  }
  return email;
}

function* walk(start: Known[], below: Map<string, Known[]>): Generator<{ person: Known; depth: number }, void, void> {
  const waiting = start.map((person) => ({ person, depth: 0 })).reverse();
  const seen = new Set<string>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { person, depth } = next;
    if (seen.has(person.email)) continue;
    seen.add(person.email);
    yield next;
    for (const report of (below.get(person.email) ?? []).toReversed())
      waiting.push({ person: report, depth: depth + 1 });
  }
}

function* drawn(steps: Iterable<{ person: Known; depth: number }>): Generator<string, void, void> {
  for (const { person, depth } of steps) {
    const about = [person.jobTitle, person.team].filter((text) => text !== '').join(', ');
    const line = `${person.name} <${person.email}>${about === '' ? '' : `  ${about}`}`;
    yield `${'  '.repeat(depth)}${line.replaceAll('\n', ' ')}`;
  }
}

// An organisation as a tree, and as indented text.
import type { ExistingPerson } from './plan.ts';

/** Somebody in the tree; `depth` is 0 where it begins. */
export type TreeStep = { person: ExistingPerson; depth: number };

/**
 * Everyone in the tree, top first, people of one manager by name. Who has left is not shown; their people stand under
 * the next one up. People in a cycle hang on nobody and are not reached: `unreached` counts them.
 *
 * @param from the address of whoever the tree begins with; everyone without a manager if not given
 */
export function buildTree(people: ExistingPerson[], from?: string): { steps: TreeStep[]; unreached: number } {
  const known = new Map(people.map((person) => [person.email, person]));
  const below = new Map<string, ExistingPerson[]>();
  for (const person of people.filter(({ active }) => active)) {
    const manager = activeManager(person, known);
    const reports = below.get(manager);
    if (reports) reports.push(person);
    else below.set(manager, [person]);
  }
  for (const reports of below.values()) reports.sort((a, b) => (a.name + a.email < b.name + b.email ? -1 : 1));
  const start = from === undefined ? (below.get('') ?? []) : people.filter(({ email }) => email === from);
  const steps = [...walk(start, below)];
  const reached = from === undefined ? steps.length : people.length;
  return { steps, unreached: Math.max(0, people.filter(({ active }) => active).length - reached) };
}

function activeManager(person: ExistingPerson, known: Map<string, ExistingPerson>): string {
  const passed = new Set<string>();
  let email = person.managerEmails[0] ?? '';
  while (email !== '' && !known.get(email)?.active && !passed.has(email)) {
    passed.add(email);
    email = known.get(email)?.managerEmails[0] ?? '';
  }
  return email;
}

function* walk(start: ExistingPerson[], below: Map<string, ExistingPerson[]>): Generator<TreeStep, void, void> {
  const waiting = start.map((person) => ({ person, depth: 0 })).reverse();
  const visited = new Set<string>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { person, depth } = next;
    if (visited.has(person.email)) continue;
    visited.add(person.email);
    yield next;
    for (const report of (below.get(person.email) ?? []).toReversed())
      waiting.push({ person: report, depth: depth + 1 });
  }
}

/** Somebody as a line of the indented text. */
export function formatTreeLine({ person, depth }: TreeStep): string {
  const details = [person.jobTitle, person.team].filter((text) => text !== '').join(', ');
  const line = `${person.name} <${person.email}>${details === '' ? '' : `  ${details}`}`;
  return `${'  '.repeat(depth)}${line.replaceAll('\n', ' ')}`;
}

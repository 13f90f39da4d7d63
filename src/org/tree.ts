// Builds the tree of an organisation and formats it as indented text.
import type { ExistingPerson } from './plan-import.ts';

/** `depth` is 0 at the root of the tree. */
export type TreeStep = { person: ExistingPerson; depth: number };

/**
 * Lists the tree depth-first; reports of one manager are sorted by name. Deactivated people are left out, and their reports
 * are listed under the next active manager. People in a cycle cannot be reached from the top; `unreached` counts them.
 *
 * @param from the address of the root; by default, everyone without a manager
 */
export function buildTree(people: ExistingPerson[], from?: string): { steps: TreeStep[]; unreached: number } {
  const peopleByEmail = new Map(people.map((person) => [person.email, person]));
  const below = new Map<string, ExistingPerson[]>();
  for (const person of people.filter(({ active }) => active)) {
    const manager = findActiveManager(person, peopleByEmail);
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

function findActiveManager(person: ExistingPerson, peopleByEmail: Map<string, ExistingPerson>): string {
  const visited = new Set<string>();
  let email = person.managerEmails[0] ?? '';
  while (email !== '' && !peopleByEmail.get(email)?.active && !visited.has(email)) {
    visited.add(email);
    email = peopleByEmail.get(email)?.managerEmails[0] ?? '';
  }
  return email;
}

function* walk(start: ExistingPerson[], below: Map<string, ExistingPerson[]>): Generator<TreeStep, void, void> {
  const stack = start.map((person) => ({ person, depth: 0 })).reverse();
  const visited = new Set<string>();
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { person, depth } = next;
    if (visited.has(person.email)) continue;
    visited.add(person.email);
    yield next;
    for (const report of (below.get(person.email) ?? []).toReversed()) stack.push({ person: report, depth: depth + 1 });
  }
}

export function formatTreeLine({ person, depth }: TreeStep): string {
  const details = [person.jobTitle, person.team].filter((text) => text !== '').join(', ');
  const line = `${person.name} <${person.email}>${details === '' ? '' : `  ${details}`}`;
  return `${'  '.repeat(depth)}${line.replaceAll('\n', ' ')}`;
}

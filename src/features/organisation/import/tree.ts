// The tree of an organisation as indented text.
import type { ChartLine } from '../../../platform/chart/chart.ts';
import { createOrgChart } from '../../../platform/chart/org-chart.ts';
import { buildTree } from '../../../platform/chart/tree.ts';
import { toSortName } from '../../../platform/lib/names.ts';
import type { ExistingPerson } from './columns.ts';

/** `depth` is 0 at the root of the tree. */
export type TreeStep = { person: ExistingPerson; depth: number };

/**
 * Lists the tree depth-first; reports of one manager are sorted by name. Deactivated people are left out, and their reports
 * are listed under the next active manager. People in a cycle cannot be reached from the top; `unreached` counts them.
 *
 * @param from the address of the root; by default, everyone without a manager
 */
export function listTree(people: ExistingPerson[], from?: string): { steps: TreeStep[]; unreached: number } {
  const findPlace = createOrgChart(people.map(toChartLine));
  const nodes = people
    .filter(({ active, email }) => active || email === from)
    .map((person): Node => ({ person, key: toSortName(person.name) + person.email, reports: [] }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const top = buildTree(nodes.map((node) => [node.person.email, findPlace(node.person.email)?.managerId, node]));
  const start = from === undefined ? top : nodes.filter(({ person }) => person.email === from);
  const steps = [...walk(start)];
  return { steps, unreached: from === undefined ? nodes.length - steps.length : 0 };
}

type Node = { person: ExistingPerson; key: string; reports: Node[] };

/** The line of a person, by addresses. */
export function toChartLine({ email, managerEmails, active }: ExistingPerson): ChartLine {
  return { id: email, managerId: managerEmails[0] ?? null, active };
}

function* walk(start: readonly Node[]): Generator<TreeStep, void, void> {
  const stack = start.map((node) => ({ node, depth: 0 })).reverse();
  const visited = new Set<Node>();
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, depth } = next;
    if (visited.has(node)) continue; // it is in a cycle
    visited.add(node);
    yield { person: node.person, depth };
    for (const report of node.reports.toReversed()) stack.push({ node: report, depth: depth + 1 });
  }
}

export function formatTreeLine({ person, depth }: TreeStep): string {
  const details = [person.jobTitle, person.team].filter((text) => text !== '').join(', ');
  const line = `${person.name} <${person.email}>${details === '' ? '' : `  ${details}`}`;
  return `${'  '.repeat(depth)}${line.replaceAll('\n', ' ')}`;
}

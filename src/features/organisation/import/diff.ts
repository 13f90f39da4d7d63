// Compares two charts of a tenant: who moved where, who joined, and how many moved between departments.
import type { GraphClient } from '../../../platform/graph/client.ts';
import type { ViewParams } from '../../../platform/time/as-of.ts';
import { createOrgChart } from '../../../platform/chart/org-chart.ts';
import { measureStructure, type Structure } from '../../../platform/chart/structure.ts';
import { readAllPeople } from '../people/people.ts';
import type { ExistingPerson } from './columns.ts';
import { toChartLine } from './tree.ts';

/** The addresses of the managers; null at the top. */
type MovedPerson = { email: string; name: string; from: string | null; to: string | null };
type JoinedPerson = { email: string; name: string; to: string | null };
/** People who moved from a manager of one department to one of another; null: at the top, or in no department. */
type Flow = { from: string | null; to: string | null; people: number };
/** `smallFlows` counts the flows of fewer people than the minimum, which are left out of `flows`. */
export type ChartDiff = {
  before: Structure;
  after: Structure;
  moved: MovedPerson[];
  joined: JoinedPerson[];
  flows: Flow[];
  smallFlows: number;
};

/**
 * Reads the charts of two views in one transaction and compares them; null is now.
 *
 * @throws {ApiError} DATABASE_UNAVAILABLE
 */
export async function diffCharts(
  graph: GraphClient,
  tenant: { id: string; minimumGroup: number },
  { from, to }: { from: ViewParams | null; to: ViewParams | null },
): Promise<ChartDiff> {
  const [before, after] = await graph.transaction({ tenantId: tenant.id }, async (tx) => [
    await readAllPeople(tx, from),
    await readAllPeople(tx, to),
  ]);
  return compareCharts(before ?? [], after ?? [], tenant.minimumGroup);
}

/** Compares the active people. Departments are today's. */
export function compareCharts(before: ExistingPerson[], after: ExistingPerson[], minimumGroup: number): ChartDiff {
  const managerBefore = new Map(before.map((person) => [person.email, getManager(person)]));
  const departments = new Map(after.map(({ email, department }) => [email, department || null]));
  const active = after.filter((person) => person.active);
  const joined = active.filter(({ email }) => !managerBefore.has(email));
  const moved = active.flatMap((person) => {
    const from = managerBefore.get(person.email);
    const to = getManager(person);
    return from === undefined || from === to ? [] : [{ email: person.email, name: person.name, from, to }];
  });
  const flows = countFlows(moved, (manager) => (manager === null ? null : (departments.get(manager) ?? null)));
  const largeFlows = flows.filter(({ people }) => people >= minimumGroup);
  return {
    before: measure(before),
    after: measure(after),
    moved,
    joined: joined.map((person) => ({ email: person.email, name: person.name, to: getManager(person) })),
    flows: largeFlows,
    smallFlows: flows.length - largeFlows.length,
  };
}

function measure(people: ExistingPerson[]): Structure {
  const findPlace = createOrgChart(people.map(toChartLine));
  return measureStructure(people.flatMap(({ email }) => findPlace(email) ?? []));
}

/** The largest first, then by name. */
function countFlows(moved: MovedPerson[], findDepartment: (manager: string | null) => string | null): Flow[] {
  const flows = new Map<string, Flow>();
  for (const move of moved) {
    const from = findDepartment(move.from);
    const to = findDepartment(move.to);
    if (from === to) continue;
    const key = JSON.stringify([from, to]);
    const flow = flows.get(key) ?? { from, to, people: 0 };
    flow.people += 1;
    flows.set(key, flow);
  }
  const byName = ([a]: [string, Flow], [b]: [string, Flow]): number => (a < b ? -1 : 1);
  return [...flows]
    .sort(byName)
    .map(([, flow]) => flow)
    .sort((a, b) => b.people - a.people);
}

function getManager({ managerEmails }: ExistingPerson): string | null {
  return managerEmails[0] ?? null;
}

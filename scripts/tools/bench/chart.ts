// Generates an org chart, and writes it into a new tenant.
import { randomUUID } from 'node:crypto';
import { splitIntoBatches } from '../../../src/platform/lib/loops.ts';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import type { Call } from '../../../src/platform/graph/queries/call-types.ts';
import type { Role } from '../../../src/platform/permissions.ts';

type PersonRow = {
  id: string;
  email: string;
  name: string;
  jobTitle: string;
  team: string;
  department: string;
  roles: Role[];
};

/** People with exactly eight direct reports. */
export type Manager = { id: string; reports: string[] };
/** `below` in breadth-first order; its managers come first. */
type Tree = { head: string; below: string[]; managers: Manager[] };

type Chart = {
  /** The number of people so far. */
  size: () => number;
  /** Adds a person. The first person is an admin and on the People Team. */
  addPerson: (managerId?: string) => string;
  /** Adds a head with exactly `size` people below, eight per manager. */
  tree: (size: number, managerId: string) => Tree;
  /** Writes the tenant and its people. */
  write: (graph: GraphClient) => Promise<{ tenantId: string }>;
};

const reportsPerManager = 8;
const batchSize = 5_000;

/** Creates an empty chart. */
export function createChart(): Chart {
  const people: PersonRow[] = [];
  const lines: { userId: string; managerId: string }[] = [];

  function addPerson(managerId?: string): string {
    const place = people.length;
    const id = randomUUID();
    people.push({
      id,
      email: `p${place}@bench.example`,
      name: `Person ${place}`,
      jobTitle: `Job ${place % 40}`,
      team: `Team ${place % 500}`,
      department: `Department ${place % 20}`,
      roles: place === 0 ? ['admin', 'people_team'] : [],
    });
    if (managerId) lines.push({ userId: id, managerId });
    return id;
  }

  return {
    size: () => people.length,
    addPerson,
    tree(size, managerId) {
      const head = addPerson(managerId);
      const below: string[] = [];
      const open = [head];
      while (below.length < size) {
        const manager = open.shift() ?? head;
        for (let report = 0; report < reportsPerManager && below.length < size; report += 1) {
          const id = addPerson(manager);
          below.push(id);
          open.push(id);
        }
      }
      const managers = [head, ...below]
        .map((id, place) => ({ id, reports: below.slice(place * reportsPerManager, (place + 1) * reportsPerManager) }))
        .filter(({ reports }) => reports.length === reportsPerManager);
      return { head, below, managers };
    },
    async write(graph) {
      const tenantId = randomUUID();
      await graph.bind({ tenantId }).write('bench/create_tenant');
      await runInBatches(graph, tenantId, people, (batch) => ['bench/create_people', { people: batch }]);
      await runInBatches(graph, tenantId, lines, (batch) => ['bench/create_lines', { lines: batch }]);
      return { tenantId };
    },
  };
}

/** Runs a query with the values in batches, each in its own transaction. */
export async function runInBatches<Value>(
  graph: GraphClient,
  tenantId: string,
  values: Value[],
  toCall: (batch: readonly Value[]) => Call,
): Promise<void> {
  for (const batch of splitIntoBatches(values, batchSize)) {
    await graph.transaction({ tenantId }, (tx) => tx.rows(...toCall(batch)));
  }
}

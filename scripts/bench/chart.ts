// An org chart of invented people, and how the benchmark writes it into a tenant of its own.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../../src/graph/client.ts';

type Bencher = {
  id: string;
  email: string;
  name: string;
  jobTitle: string;
  team: string;
  department: string;
  roles: string[];
};

export type Chart = {
  /** How many there are so far. */
  size: () => number;
  /** Someone new; the first of all is an admin and of the People Team. */
  hire: (managerId?: string) => string;
  /** A head with exactly `size` people below, eight to a manager. */
  tree: (size: number, managerId: string) => { head: string; below: string[] };
  /** Writes the tenant and everyone in it. */
  write: (graph: GraphClient) => Promise<{ tenantId: string }>;
};

const reportsEach = 8;
const batch = 5_000;

/** A chart without anyone yet. */
export function newChart(): Chart {
  const people: Bencher[] = [];
  const lines: { userId: string; managerId: string }[] = [];

  function hire(managerId?: string): string {
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
    hire,
    tree(size, managerId) {
      const head = hire(managerId);
      const below: string[] = [];
      const open = [head];
      while (below.length < size) {
        const manager = open.shift() ?? head;
        for (let report = 0; report < reportsEach && below.length < size; report += 1) {
          const id = hire(manager);
          below.push(id);
          open.push(id);
        }
      }
      return { head, below };
    },
    async write(graph) {
      const tenantId = randomUUID();
      await graph.bind({ tenantId }).write('bench/create_tenant');
      await inBatches(graph, tenantId, 'bench/create_people', 'people', people);
      await inBatches(graph, tenantId, 'bench/create_lines', 'lines', lines);
      return { tenantId };
    },
  };
}

/** Runs a query for some thousands of values at a time, each batch in a transaction of its own. */
export async function inBatches(
  graph: GraphClient,
  tenantId: string,
  name: string,
  param: string,
  values: unknown[],
  others: Record<string, unknown> = {},
): Promise<void> {
  for (let from = 0; from < values.length; from += batch) {
    const some = { ...others, [param]: values.slice(from, from + batch) };
    await graph.transaction({ tenantId }, (tx) => tx.run(name, some));
  }
}

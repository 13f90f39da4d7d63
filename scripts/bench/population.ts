// The benchmark's tenant: 100,000 people with sub-trees of known sizes, and some summaries.
import { randomUUID } from 'node:crypto';
import type { GraphDoor } from '../../src/graph.ts';

type Bencher = { id: string; email: string; name: string; jobTitle: string; team: string; roles: string[] };

/** Who is who: heads of sub-trees by the number of people below them; summaries of people below `chain10000`. */
export type Population = {
  tenantId: string;
  root: string;
  heads: Record<'chain10' | 'chain1000' | 'chain10000' | 'chain30000' | 'deep', string>;
  deepest: string;
  leaf: string;
  /** Two people under whom sub-trees are moved to and fro. */
  parents: [string, string];
  summaryIds: string[];
};

const people = 100_000;
const reportsEach = 8;
const batch = 5_000;
const summaryCount = 2_000;

/** Writes the tenant; takes about half a minute. */
export async function populate(graph: GraphDoor): Promise<Population> {
  const tenantId = randomUUID();
  const everyone: Bencher[] = [];
  const lines: { userId: string; managerId: string }[] = [];

  const hire = (managerId?: string): string => {
    const place = everyone.length;
    const id = randomUUID();
    everyone.push({
      id,
      email: `p${place}@bench.example`,
      name: `Person ${place}`,
      jobTitle: `Job ${place % 40}`,
      team: `Team ${place % 500}`,
      roles: place === 0 ? ['admin', 'people_team'] : [],
    });
    if (managerId) lines.push({ userId: id, managerId });
    return id;
  };
  /** A head with exactly `size` people below, eight to a manager. */
  const tree = (size: number, managerId: string): { head: string; below: string[] } => {
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
  };

  const root = hire();
  const parents: [string, string] = [hire(root), hire(root)];
  const chain10 = tree(10, parents[0]);
  const chain1000 = tree(1_000, root);
  const chain10000 = tree(10_000, root);
  const chain30000 = tree(30_000, parents[0]);
  const deep = hire(root);
  let deepest = deep;
  for (let depth = 0; depth < 1_000; depth += 1) deepest = hire(deepest);
  const leaf = hire(parents[0]);
  tree(people - everyone.length - 1, root);

  const asker = { tenantId };
  await graph.bind(asker).write('bench/create_tenant');
  for (let from = 0; from < people; from += batch) {
    await graph.transaction(asker, (tx) =>
      tx.run('bench/create_people', { people: everyone.slice(from, from + batch) }),
    );
  }
  for (let from = 0; from < lines.length; from += batch) {
    await graph.transaction(asker, (tx) => tx.run('bench/create_lines', { lines: lines.slice(from, from + batch) }));
  }
  const summaries = Array.from({ length: summaryCount }, (_, place) => ({
    id: randomUUID(),
    userId: chain10000.below[(place * 5) % chain10000.below.length],
  }));
  const text = 'x'.repeat(200);
  await graph.transaction(asker, (tx) => tx.run('bench/create_summaries', { summaries, text }));
  return {
    tenantId,
    root,
    heads: {
      chain10: chain10.head,
      chain1000: chain1000.head,
      chain10000: chain10000.head,
      chain30000: chain30000.head,
      deep,
    },
    deepest,
    leaf,
    parents,
    summaryIds: summaries.map(({ id }) => id),
  };
}

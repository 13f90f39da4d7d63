// The benchmark's tenants: 100,000 people with sub-trees of known sizes, and 10,000 who check in every week.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../../src/graph/client.ts';
import { inBatches, newChart } from './chart.ts';

/** Who is who: heads of sub-trees by the number of people below them; summaries of people below `chain10000`. */
export type Population = {
  tenantId: string;
  root: string;
  heads: Record<'chain10' | 'chain1000' | 'chain10000' | 'chain30000' | 'deep', string>;
  leaf: string;
  /** Two people under whom sub-trees are moved to and fro. */
  parents: [string, string];
  summaryIds: string[];
};

const sizes = {
  large: { people: 100_000, levels: 1_000, chains: [10, 1_000, 10_000, 30_000], summaryCount: 2_000 },
  small: { people: 1_000, levels: 20, chains: [10, 50, 100, 200], summaryCount: 20 },
} as const;
const week = '2026-11-16';
const text = 'x'.repeat(200);

/** Writes the large tenant; takes about half a minute. */
export const populate = (graph: GraphClient): Promise<Population> => write(graph, sizes.large);
/** Writes a tenant of a thousand with the same people in it, and smaller sub-trees. */
export const populateSmall = (graph: GraphClient): Promise<Population> => write(graph, sizes.small);

async function write(
  graph: GraphClient,
  { people, levels, chains, summaryCount }: (typeof sizes)[keyof typeof sizes],
): Promise<Population> {
  const { hire, tree, size, write: writeChart } = newChart();
  const root = hire();
  const parents: [string, string] = [hire(root), hire(root)];
  const chain10 = tree(chains[0], parents[0]);
  const chain1000 = tree(chains[1], root);
  const chain10000 = tree(chains[2], root);
  const chain30000 = tree(chains[3], parents[0]);
  const deep = hire(root);
  for (let depth = 0, lowest = deep; depth < levels; depth += 1) lowest = hire(lowest);
  const leaf = hire(parents[0]);
  tree(people - size() - 1, root);
  const { tenantId } = await writeChart(graph);

  const { below } = chain10000;
  const summaries = Array.from({ length: summaryCount }, (_, place) => writtenBy(below[(place * 5) % below.length]));
  await inBatches(graph, tenantId, 'bench/create_summaries', 'summaries', summaries, { week, text });
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
    leaf,
    parents,
    summaryIds: summaries.map(({ id }) => id),
  };
}

/** A tenant in which `week` was checked in by most, and ten weeks before it by all; nobody has set a goal `later`. */
export type CheckIns = { tenantId: string; root: string; week: string; later: string };

const checkingIn = 10_000;
const withSummary = 0.85;
const withGoals = 0.8;
const earlierWeeks = 10;

/** Writes the tenant of the reports; takes about half a minute. */
export async function populateCheckIns(graph: GraphClient): Promise<CheckIns> {
  const chart = newChart();
  const root = chart.hire();
  const { head, below } = chart.tree(checkingIn - 2, root);
  const { tenantId } = await chart.write(graph);

  const everyone = [root, head, ...below];
  const some = (share: number): string[] => everyone.filter((_, place) => (place * 0.618) % 1 < share);
  const mondays = (first: number, count: number): string[] =>
    Array.from({ length: count }, (_, weeks) =>
      new Date(Date.parse(week) + (first + weeks) * 7 * 86_400_000).toISOString().slice(0, 10),
    );
  const summaries = some(withSummary).map(writtenBy);
  await inBatches(graph, tenantId, 'bench/create_summaries', 'summaries', summaries, { week, text });
  const setGoals = (userIds: string[], weeks: string[]): Promise<void> =>
    inBatches(graph, tenantId, 'bench/create_goals', 'userIds', userIds, { weeks });
  await setGoals(some(withGoals), [week]);
  await setGoals(everyone, mondays(-earlierWeeks, earlierWeeks));
  return { tenantId, root, week, later: mondays(1, 1)[0] ?? week };
}

function writtenBy(userId: string | undefined): { id: string; userId: string | undefined } {
  return { id: randomUUID(), userId };
}

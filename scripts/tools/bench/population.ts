// Writes the tenants of the benchmark: 100,000 people with sub-trees of known sizes, and 10,000 who check in every week.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import { getCurrentMonday, addWeeks } from '../../../src/platform/time/weeks.ts';
import { createRandom, shuffle } from '../random.ts';
import { runInBatches, createChart, type Manager } from './chart.ts';
import { sized } from './form.ts';

/** A manager of eight, seven of whom have a summary of `week`. */
export type ManagerOfEight = Manager & { summaryIds: string[] };

/** Heads of sub-trees by the number of people below them, and summaries of people below `chain10000`. */
export type Population = {
  tenantId: string;
  root: string;
  heads: Record<'chain10' | 'chain1000' | 'chain10000' | 'chain30000' | 'deep', string>;
  leaf: string;
  /** Two managers between whom sub-trees are moved. */
  parents: [string, string];
  summaryIds: string[];
  /** Up to 1,024 random managers with notifications, a board of six goals, and reports who set goals before `later`. */
  managersOfEight: ManagerOfEight[];
  /** People without reports, and managers to move them between; apart from `managersOfEight`. */
  movers: { leaves: string[]; managers: string[] };
  week: string;
  /** A week in which nobody has goals. */
  later: string;
};

const managerCount = 1_024;
const notificationsPerManager = 12;
const sizes = {
  large: { people: 100_000, levels: 1_000, chains: [10, 1_000, 10_000, 30_000], summaryCount: 2_000 },
  small: { people: 1_000, levels: 20, chains: [10, 50, 100, 200], summaryCount: 20 },
} as const;
type Sizes = (typeof sizes)[keyof typeof sizes];
const week = '2026-11-16';
const text = 'x'.repeat(200);

/** Writes the large tenant, in about half a minute. */
export const populate = (graph: GraphClient): Promise<Population> =>
  write(graph, sized<Sizes>(sizes.large, sizes.small));
/** Writes a tenant of a thousand people with smaller sub-trees. */
export const populateSmall = (graph: GraphClient): Promise<Population> => write(graph, sizes.small);

async function write(graph: GraphClient, { people, levels, chains, summaryCount }: Sizes): Promise<Population> {
  const { addPerson, tree, size, write: writeChart } = createChart();
  const root = addPerson();
  const parents: [string, string] = [addPerson(root), addPerson(root)];
  const chain10 = tree(chains[0], parents[0]);
  const chain1000 = tree(chains[1], root);
  const chain10000 = tree(chains[2], root);
  const chain30000 = tree(chains[3], parents[0]);
  const deep = addPerson(root);
  for (let depth = 0, lowest = deep; depth < levels; depth += 1) lowest = addPerson(lowest);
  const leaf = addPerson(parents[0]);
  const filler = tree(people - size() - 1, root);
  const { tenantId } = await writeChart(graph);

  const { below } = chain10000;
  const chainSummaries = Array.from({ length: summaryCount }, (_, place) =>
    createSummary(below[(place * 5) % below.length] ?? ''),
  );
  const chosen = shuffle(createRandom('managers'), filler.managers)
    .slice(0, managerCount)
    .map((manager) => ({ ...manager, summaries: manager.reports.slice(1).map(createSummary) }));
  const written = [...chainSummaries, ...chosen.flatMap(({ summaries }) => summaries)];
  await runInBatches(graph, tenantId, written, (batch) => ['bench/create_summaries', { summaries: batch, week, text }]);
  const thisWeek = getCurrentMonday(new Date().toISOString(), 'Europe/Berlin');
  const boardWeeks = [-1, 0, 1].map((weeks) => addWeeks(thisWeek, weeks));
  const earlier = [-5, -4].map((weeks) => addWeeks(thisWeek, weeks));
  const managerIds = chosen.map(({ id }) => id);
  const reportIds = chosen.flatMap(({ reports }) => reports);
  await runInBatches(graph, tenantId, managerIds, (userIds) => ['bench/create_goals', { userIds, weeks: boardWeeks }]);
  await runInBatches(graph, tenantId, reportIds, (userIds) => ['bench/create_goals', { userIds, weeks: earlier }]);
  const perUser = notificationsPerManager;
  await runInBatches(graph, tenantId, managerIds, (userIds) => [
    'bench/create_notifications',
    { userIds, perUser, text },
  ]);
  const { managers } = chain30000;
  return {
    tenantId,
    root,
    managersOfEight: chosen.map(({ id, reports, summaries }) => ({
      id,
      reports,
      summaryIds: summaries.map((own) => own.id),
    })),
    movers: { leaves: chain30000.below.slice(managers.length + 1), managers: managers.map(({ id }) => id) },
    week,
    later: addWeeks(thisWeek, 10),
    heads: {
      chain10: chain10.head,
      chain1000: chain1000.head,
      chain10000: chain10000.head,
      chain30000: chain30000.head,
      deep,
    },
    leaf,
    parents,
    summaryIds: chainSummaries.map(({ id }) => id),
  };
}

/** A tenant in which most people checked in in `week`, and all in the ten weeks before. Nobody has a goal in `later`. */
export type CheckIns = { tenantId: string; root: string; week: string; later: string };

export const checkingIn = sized(10_000, 300);
const withSummary = 0.85;
const withGoals = 0.8;
const earlierWeeks = 10;

/** Writes the tenant of the reports, in about half a minute. */
export async function populateCheckIns(graph: GraphClient): Promise<CheckIns> {
  const chart = createChart();
  const root = chart.addPerson();
  const { head, below } = chart.tree(checkingIn - 2, root);
  const { tenantId } = await chart.write(graph);

  const everyone = [root, head, ...below];
  const some = (share: number): string[] => everyone.filter((_, place) => (place * 0.618) % 1 < share);
  const mondays = (first: number, count: number): string[] =>
    Array.from({ length: count }, (_, weeks) => addWeeks(week, first + weeks));
  const summaries = some(withSummary).map(createSummary);
  await runInBatches(graph, tenantId, summaries, (batch) => [
    'bench/create_summaries',
    { summaries: batch, week, text },
  ]);
  const setGoals = (userIds: string[], weeks: string[]): Promise<void> =>
    runInBatches(graph, tenantId, userIds, (userIds) => ['bench/create_goals', { userIds, weeks }]);
  await setGoals(some(withGoals), [week]);
  await setGoals(everyone, mondays(-earlierWeeks, earlierWeeks));
  return { tenantId, root, week, later: mondays(1, 1)[0] ?? week };
}

function createSummary(userId: string): { id: string; userId: string } {
  return { id: randomUUID(), userId };
}

// Measures what somebody is asked in a week, in the tenant of 100,000 people: eight questions, to everybody, to a department, to
// a team, and to the people below five heads at different depths.
import { askAll } from '../../../src/features/questions/ask.ts';
import type { QuestionInput } from '../../../src/features/questions/schema.ts';
import { createRepeatableIds } from '../../../src/platform/lib/ids.ts';
import { sized } from './form.ts';
import { measureConcurrent, type Rounds } from './measure.ts';
import type { Population } from './population.ts';
import { logProgress } from './progress.ts';
import { createAsked, createReturnOne, signTokens } from './request-specs.ts';
import { untilReady } from './service.ts';
import type { Suite } from './suite.ts';
import { printRates } from './tables.ts';

const rounds: Rounds[] = sized([1, 16, 64], [16]).map((clients) => ({
  clients,
  warmUp: 1,
  rounds: sized(9, 3),
  seconds: sized(clients === 1 ? 2 : 0.6, 0.2),
}));
/** The database needs some twelve seconds under load to finish compiling a query. */
const warmUp: Rounds = { clients: 16, warmUp: sized(8, 1), rounds: 0, seconds: sized(1, 0.3) };
const aim = '≤ 1.5 × `RETURN 1`';
const count = 8;

/** Measures and prints. */
export async function measureQuestions(suite: Suite): Promise<void> {
  const population = await suite.large();
  const asked = await askEight(suite, population);
  const server = await suite.startServer();
  const target = await suite.targetRoot(server.url, population);
  await untilReady(new URL(server.url).origin);
  const callers = await signTokens(
    suite,
    population.tenantId,
    asked.map((id) => ({ id, reports: [], summaryIds: [] })),
  );
  const returnOne = createReturnOne(callers);
  const specs = [returnOne, createAsked(callers, count)];
  const observed = { pids: [server.pid, suite.servers.pids.neo4j, suite.servers.pids.redis] };
  logProgress('questions: warming up');
  await measureConcurrent(target, specs, warmUp, observed);
  await printRates({
    title: 'Request',
    target,
    specs,
    rounds,
    observed,
    ratios: [{ of: 'p50', floor: returnOne.name }],
    aim: (name, clients) => (name !== returnOne.name && clients === 1 ? aim : ''),
  });
  await server.stop();
}

/** Asks everyone below somebody far down, and returns their ids. */
async function askEight({ graph }: Suite, { tenantId, root, movers }: Population): Promise<string[]> {
  const key = 'asked';
  type Gathered = { headIds: string[]; memberIds: string[] };
  const gathered = await graph.transaction({ tenantId }, (tx) =>
    tx.rows<Gathered>('bench/gather_team', { headId: movers.managers[9] ?? root, key }),
  );
  const { headIds = [], memberIds = [] } = gathered[0] ?? {};
  const audiences: QuestionInput['audience'][] = [
    { type: 'tenant' },
    { type: 'department', name: key },
    { type: 'team', name: key },
    ...headIds.map((userId) => ({ type: 'below' as const, userId })),
  ];
  const bodies = audiences.slice(0, count).map((audience, at): QuestionInput => {
    const text = { en: `Question ${at}: how clear are your priorities?` };
    return { kind: 'scale', points: 5, text, audience, frequency: 'weekly', isRequired: at === 0, from: '2026-01-05' };
  });
  const ids = createRepeatableIds();
  const { asked } = await graph
    .bind({ tenantId, userId: root })
    .atomically((tx) => askAll(tx, bodies, { now: new Date().toISOString(), newId: ids() }));
  if (asked.length !== count) throw new Error(`${asked.length} questions were asked.`);
  return memberIds;
}

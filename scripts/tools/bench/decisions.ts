// Measures access decisions in the tenant of 100,000 people: an evaluation beside the GET that it decides about, by
// many clients, and who may read a summary beside `RETURN 1`, by one.
import { sized } from './form.ts';
import { measureAlternating, measureConcurrent, type Rounds, type RequestSpec, type Target } from './measure.ts';
import { logProgress } from './progress.ts';
import { untilReady } from './service.ts';
import { createReturnOne, createReads, signTokens, type Caller } from './request-specs.ts';
import type { Suite } from './suite.ts';
import { printHeading, printRates, printRatios } from './tables.ts';

const rounds: Rounds[] = sized([16, 64], [16]).map((clients) => ({
  clients,
  warmUp: 1,
  rounds: sized(9, 3),
  seconds: sized(2, 0.2),
}));
/** The database needs some twelve seconds under load to finish compiling a query. */
const warmUp: Rounds = { clients: 16, warmUp: sized(8, 1), rounds: 0, seconds: 1 };
const turns = sized(500, 30);
const aims = { evaluation: '≥ 0.9 × GET summary', viewers: '≤ 1.5 × `RETURN 1`' };

/** Measures and prints. */
export async function measureDecisions(suite: Suite): Promise<void> {
  const population = await suite.large();
  const server = await suite.startServer();
  const { token } = await suite.targetRoot(server.url, population);
  const target: Target = { url: new URL(server.url).origin, token };
  await untilReady(target.url);
  const managers = await signTokens(suite, population.tenantId, population.managersOfEight);
  const [getSummary] = createReads(population, managers).map(toVersioned);
  if (!getSummary) throw new Error('There is no request that reads a summary.');
  const evaluate = createEvaluation(managers);
  const observed = { pids: [server.pid, suite.servers.pids.neo4j, suite.servers.pids.redis] };
  logProgress('decisions: warming up');
  await measureConcurrent(target, [getSummary, evaluate], warmUp, observed);

  await printRates({
    title: 'Request',
    target,
    specs: [getSummary, evaluate],
    rounds,
    observed,
    ratios: [{ of: 'perSecond', floor: getSummary.name }],
    aim: (name) => (name === evaluate.name ? aims.evaluation : ''),
  });

  const returnOne = toVersioned(createReturnOne(managers));
  const viewers = createViewerSearch(population.summaryIds);
  logProgress('decisions: one client');
  printHeading('One client', 'aim');
  printRatios(returnOne, returnOne.name, await measureAlternating(target, [returnOne, viewers], turns), (name) => [
    name === viewers.name ? aims.viewers : '',
  ]);
  await server.stop();
}

/** The same request, sent to an address without the version prefix. */
const toVersioned = (spec: RequestSpec): RequestSpec => ({ ...spec, path: (turn) => `/v1${spec.path(turn)}` });

/** Each manager asks whether they may read the summary that `GET summary` reads. */
function createEvaluation(managers: Caller[]): RequestSpec {
  const at = (turn: number): Caller => managers[turn % managers.length] as Caller;
  return {
    name: 'POST evaluation',
    method: 'POST',
    path: () => '/access/v1/evaluation',
    token: (turn) => at(turn).token,
    body(turn) {
      const { id, summaryIds } = at(turn);
      const resource = { type: 'summary', id: summaryIds[turn % summaryIds.length] };
      return JSON.stringify({ subject: { type: 'user', id }, action: { name: 'summary:read' }, resource });
    },
  };
}

/** An admin asks who may read a summary. */
function createViewerSearch(summaryIds: string[]): RequestSpec {
  return {
    name: 'POST search/subject of a summary',
    method: 'POST',
    path: () => '/access/v1/search/subject',
    body(turn) {
      const resource = { type: 'summary', id: summaryIds[turn % summaryIds.length] };
      return JSON.stringify({ subject: { type: 'user' }, action: { name: 'summary:read' }, resource });
    },
  };
}

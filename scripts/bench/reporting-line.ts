// Measures reads and moves in the tenant of 100,000 people, by one client and by many.
import { median } from 'simple-statistics';
import { measureConcurrent, measureAlternating, type Shot, type Target, type Throughput } from './measure.ts';
import type { Population } from './population.ts';
import type { FloorQueries } from './reports.ts';
import { printRatios, printHeading, line } from './tables.ts';

/** The query of a chain of 10,000, with the parameters of the endpoint. */
export function chainQueries({ tenantId, root, heads }: Population): FloorQueries {
  const params = { tenantId, callerId: root, userId: heads.chain10000 };
  return { chain: { query: 'reporting-line/chain', params } };
}

const chain = (name: string, head: string): Shot => ({
  name: `GET chain of ${name}`,
  path: () => `/org/users/${head}/chain`,
});

/** Prints medians of one client, each with its floor. `reader` is the process in which the bare driver reads. */
export async function measureOneClient(target: Target, population: Population, reader: string): Promise<void> {
  const { heads, leaf, parents } = population;
  const { noDatabase, returnOne, summary, direct } = pointReads(population);
  const move = (name: string, subject: string): Shot => ({
    name: `PUT manager, ${name} below`,
    method: 'PUT',
    path: () => `/admin/org-chart/users/${subject}/manager`,
    body: (turn) => JSON.stringify({ managerId: parents[(turn + 1) % 2] }),
  });
  const bare: Shot = { name: 'bare driver, the same 10,000 rows', url: reader, path: () => '/floor/bare/chain' };
  const [small, large] = [move('1', leaf), move('30,000', heads.chain30000)];
  const points = [noDatabase, returnOne, summary, direct, chain('10', heads.chain10)];
  const thousands = [returnOne, chain('1,000', heads.chain1000), chain('1,000 levels', heads.deep)];

  printHeading('One client');
  printRatios(returnOne, returnOne.name, await measureAlternating(target, points, 1_500));
  printRatios(returnOne, returnOne.name, await measureAlternating(target, thousands, 150));
  printRatios(bare, 'the bare driver', await measureAlternating(target, [bare, chain('10,000', heads.chain10000)], 60));
  printRatios(small, 'a move of 1', await measureAlternating(target, [returnOne, small, large], 300));
}

/** The database needs about twelve seconds under load to finish compiling a query. */
const rounds = { warmUp: 6, rounds: 9, seconds: 2 };

/** Prints the throughput of 16 and of 64 clients and of the floors, as medians of the rounds. */
export async function measureManyClients(target: Target, population: Population): Promise<void> {
  const { noDatabase, returnOne, summary, direct } = pointReads(population);
  console.log('');
  line('Clients', 'Request', 'p50 ms', 'p99 ms', 'requests/s', '× no database', '× `RETURN 1`');
  line('---:', '---', '---:', '---:', '---:', '---:', '---:');
  for (const clients of [16, 64]) {
    const many = await measureConcurrent(target, [noDatabase, returnOne, summary, direct], { clients, ...rounds });
    for (const [name, own] of Object.entries(many)) {
      const share = (floor: Shot): string =>
        median(own.map(({ perSecond }, round) => perSecond / (many[floor.name]?.[round]?.perSecond ?? NaN))).toFixed(2);
      const middle = (of: keyof Throughput): number => Math.round(median(own.map((round) => round[of])));
      line(clients, name, middle('p50'), middle('p99'), middle('perSecond'), share(noDatabase), share(returnOne));
    }
  }
}

function pointReads({
  summaryIds,
  heads,
}: Population): Record<'noDatabase' | 'returnOne' | 'summary' | 'direct', Shot> {
  const summaryId = (turn: number): string => summaryIds[turn % summaryIds.length] ?? '';
  return {
    noDatabase: { name: 'no database', path: (turn) => `/floor/no-database/${summaryId(turn)}` },
    returnOne: { name: '`RETURN 1`', path: (turn) => `/floor/return-one/${summaryId(turn)}` },
    summary: { name: 'GET summary', path: (turn) => `/summaries/${summaryId(turn)}` },
    direct: { name: 'GET direct-reports', path: () => `/org/users/${heads.chain1000}/direct-reports` },
  };
}

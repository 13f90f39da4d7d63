// Measures long lists and moves of sub-trees in the tenant of 100,000 people, by one client.
import { sized } from './form.ts';
import { measureAlternating, type RequestSpec, type Target } from './measure.ts';
import type { Population } from './population.ts';
import type { FloorQueries } from './reports.ts';
import { printRatios, printHeading } from './tables.ts';

/** The query of a chain of 10,000, with the parameters of the endpoint. */
export function chainQueries({ tenantId, root, heads }: Population): FloorQueries {
  const params = { tenantId, callerId: root, userId: heads.chain10000, now: new Date().toISOString() };
  return { chain: { query: 'reporting-line/chain', params } };
}

const returnOne: RequestSpec = {
  name: '`RETURN 1`',
  path: () => '/floor/return-one/00000000-0000-4000-8000-000000000000',
};

const chain = (name: string, head: string, coding?: string): RequestSpec => ({
  name: coding ? `GET chain of ${name}, ${coding}` : `GET chain of ${name}`,
  path: () => `/org/users/${head}/chain`,
  ...(coding && { headers: () => ({ 'accept-encoding': coding }) }),
});

/** Prints medians of one client, each with its floor. `reader` is the process in which the bare driver reads. */
export async function measureChains(target: Target, population: Population, reader: string): Promise<void> {
  const { heads, leaf, parents } = population;
  const move = (name: string, subject: string): RequestSpec => ({
    name: `PUT manager, ${name} below`,
    method: 'PUT',
    path: () => `/admin/org-chart/users/${subject}/manager`,
    body: (turn) => JSON.stringify({ managerId: parents[(turn + 1) % 2] }),
  });
  const bare: RequestSpec = { name: 'bare driver, the same 10,000 rows', url: reader, path: () => '/floor/bare/chain' };
  const small = move('1', leaf);
  const large = move('30,000', heads.chain30000);
  const short = [returnOne, chain('10', heads.chain10)];
  const thousands = [returnOne, chain('1,000', heads.chain1000), chain('1,000 levels', heads.deep)];

  const directory: RequestSpec[] = [
    returnOne,
    { name: 'GET users, the first 50 of 100,000', path: () => '/users' },
    { name: 'GET users, a search for one', path: (turn) => `/users?search=person+${20_000 + turn}` },
    { name: 'GET users, a search that finds everyone', path: () => '/users?search=person' },
  ];

  printHeading('One client');
  printRatios(returnOne, returnOne.name, await measureAlternating(target, short, sized(1_000, 30)));
  printRatios(returnOne, returnOne.name, await measureAlternating(target, directory, sized(300, 10)));
  printRatios(returnOne, returnOne.name, await measureAlternating(target, thousands, sized(100, 10)));
  const tenThousand = chain('10,000', heads.chain10000);
  printRatios(bare, 'the bare driver', await measureAlternating(target, [bare, tenThousand], sized(60, 10)));
  const compressed = ['br', 'gzip'].map((coding) => chain('10,000', heads.chain10000, coding));
  printRatios(
    tenThousand,
    'uncompressed',
    await measureAlternating(target, [tenThousand, ...compressed], sized(60, 10)),
  );
  printRatios(small, 'a move of 1', await measureAlternating(target, [returnOne, small, large], sized(200, 10)));
}

// Calls of queries that must not compile, and the file of types, which must be that of today's queries.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { formatQueryTypes, typesFile } from '../../scripts/queries.ts';
import type { AtomicGraph, Graph } from '../../src/graph/client.ts';
import { listQueries } from '../../src/graph/queries/query-files.ts';
import { listReadsOfRequests, sampleParameters } from '../support/query-samples.ts';

describe('the types of queries', () => {
  it('are those of the files in cypher/', () => {
    const isToday = readFileSync(typesFile, 'utf8') === formatQueryTypes(listQueries());
    expect(isToday, 'src/graph/queries/query-types.ts is out of date: npm run queries').to.equal(true);
  });

  it('have a sample value for each parameter, with which tests count what a query of a request reads', () => {
    const samples = sampleParameters({
      id: '',
      ids: { manager: '', person: '', summary: '', goal: '', notification: '' },
    });
    const missing = listReadsOfRequests().flatMap(({ name, parameters }) =>
      parameters.filter((one) => !(one in samples)).map((one) => `${name}: $${one}`),
    );
    expect(missing, 'add a value to test/support/query-samples.ts').to.deep.equal([]);
  });

  it('say what a parameter is where the text of the query says so', () => {
    const [query] = listQueries();
    const text = `
      UNWIND $rows AS row
      MATCH (u:User {tenantId: $tenantId, id: $id}) // $commented
      WHERE u.at < datetime($now) AND ($roles IS NULL OR u.role IN $roles) AND NOT $isDirect
        AND u.name STARTS WITH '$quoted' AND $prefix STARTS WITH u.name
      RETURN u LIMIT toInteger($limit)`;
    const parameters = ['rows', 'tenantId', 'id', 'now', 'roles', 'isDirect', 'prefix', 'limit'];
    const fields = [
      ...['rows: readonly unknown[]', 'id: unknown', 'now: string | null', 'roles: readonly unknown[] | null'],
      ...['isDirect: boolean', 'prefix: unknown', 'limit: number'],
    ];
    expect(formatQueryTypes([{ ...query, name: 'a/b', text, parameters } as never])).to.include(
      `  'a/b': { ${fields.join('; ')} };`,
    );
  });
});

/** Never called: each line that is marked would be an unused mark, and an error, if it compiled without it. */
export async function callWrongly(graph: Graph, atomic: AtomicGraph): Promise<void> {
  await graph.one<{ standing: object }>('summaries/read', { summaryId: '', now: '' });
  // @ts-expect-error a misspelt name
  await graph.one('summaries/reed', { summaryId: '' });
  // @ts-expect-error a misspelt parameter
  await graph.one<{ standing: object }>('summaries/read', { sumaryId: '' });
  // @ts-expect-error one too many
  await graph.maybe('summaries/read', { summaryId: '', userId: '' });
  // @ts-expect-error no parameters
  await graph.write('goals/lock');
  // @ts-expect-error of another query
  await graph.list('reporting-line/chain', { summaryId: '' });
  // @ts-expect-error bound by the graph
  await atomic.rows('org-plans/load_moves', { planId: '', tenantId: '' });
  // @ts-expect-error a text instead of a number
  await atomic.one('nominations/list', { period: null, after: null, limit: '20', permittedRoles: [] });
}

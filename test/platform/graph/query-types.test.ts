// Calls of queries that must not compile, and the file of types, which must be that of today's queries.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ownTypes, types } from '../../../scripts/parameter-types.ts';
import { formatNodeQueries, toQueryFile } from '../../../scripts/node-queries.ts';
import { formatQueryTypes, typesFile } from '../../../scripts/queries.ts';
import type { Graph, Transaction } from '../../../src/platform/graph/client.ts';
import { listQueries } from '../../../src/platform/graph/queries/query-files.ts';
import { listReadsOfRequests, sampleParameters } from '../../support/query-samples.ts';

describe('the types of queries', () => {
  it('are those of the files in cypher/', () => {
    const isToday = readFileSync(typesFile, 'utf8') === formatQueryTypes(listQueries());
    expect(isToday, 'src/platform/graph/queries/query-types.ts is out of date: npm run queries').to.equal(true);
  });

  it("come with today's queries of the table of nodes", () => {
    const old = Object.entries(formatNodeQueries()).filter(
      ([name, text]) => readFileSync(toQueryFile(name), 'utf8') !== text,
    );
    expect(
      old.map(([name]) => name),
      'out of date: npm run queries',
    ).to.deep.equal([]);
  });

  it('say what each parameter is, and each field of a row', () => {
    const unsaid = readFileSync(typesFile, 'utf8').match(/\w+\??: (readonly )?unknown\b/g);
    expect(unsaid, 'name what it is in scripts/parameter-types.ts').to.equal(null);
  });

  it('know no name that no query uses', () => {
    const lines = formatQueryTypes(listQueries()).split('\n');
    const uses = (query: string, name: string): boolean =>
      lines.some((line) => line.startsWith(query) && new RegExp(`\\b${name}\\??: `).test(line));
    const unused = Object.keys(types).filter((name) => !uses('', name));
    const unusedOwn = Object.entries(ownTypes).flatMap(([query, own]) =>
      Object.keys(own)
        .filter((place) => !uses(`  '${query}`, place.split('.').at(-1) ?? ''))
        .map((place) => `${query}: ${place}`),
    );
    expect([...unused, ...unusedOwn], 'remove it from scripts/parameter-types.ts').to.deep.equal([]);
  });

  it('have a sample value for each parameter, with which tests count what a query of a request reads', () => {
    const samples = sampleParameters({
      id: '',
      ids: { manager: '', person: '', summary: '', goal: '', question: '', notification: '' },
    });
    const missing = listReadsOfRequests().flatMap(({ name, parameters }) =>
      parameters.filter((one) => !(one in samples)).map((one) => `${name}: $${one}`),
    );
    expect(missing, 'add a value to test/support/query-samples.ts').to.deep.equal([]);
  });

  it('are those of the names, and of the fields that the text of the query uses', () => {
    const [query] = listQueries();
    const text = `
      UNWIND $rows AS row
      MATCH (u:User {tenantId: $tenantId, id: $id}) // $commented
      WHERE u.at < datetime($moment) AND ($roles IS NULL OR u.role IN $roles) AND NOT $goes
        AND u.name STARTS WITH '$quoted' AND $oddity STARTS WITH u.name AND row.size > 2 AND any(key IN row.keys WHERE key = u.key)
      WITH u, $place AS place
      WHERE u.x = place.link
      UNWIND row.parts AS part
      SET u.id = part.id, u += row.values
      WITH u
      UNWIND $others AS row
      SET u.name = row.name
      RETURN u LIMIT toInteger($most)`;
    const parameters = ['rows', 'tenantId', 'id', 'moment', 'roles', 'goes', 'oddity', 'place', 'others', 'most'];
    const row = 'size: unknown; keys: readonly string[]; parts: readonly { id: string }[]; values: AuditValues';
    const fields = [
      `rows: readonly { ${row} }[]`,
      'id: string',
      'moment: string',
      'roles: readonly Role[] | null',
      'goes: boolean',
      'oddity: unknown',
      'place: { link: string | null }',
      'others: readonly { name: string }[]',
      'most: number',
    ];
    expect(formatQueryTypes([{ ...query, name: 'a/b', text, parameters } as never])).to.include(
      `  'a/b': { ${fields.join('; ')} };`,
    );
  });
});

/** Never called: each line that is marked would be an unused mark, and an error, if it compiled without it. */
export async function callWrongly(graph: Graph, atomic: Transaction): Promise<void> {
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
  // @ts-expect-error a value that may be missing
  await graph.one('summaries/read', { summaryId: [''][0], now: '' });
  // @ts-expect-error no value, which the query does not expect
  await graph.one('summaries/read', { summaryId: null, now: '' });
  // @ts-expect-error a number instead of a text
  await graph.one('summaries/read', { summaryId: 1, now: '' });
  // @ts-expect-error one text instead of a list
  await graph.one('nominations/find_nominees', { userIds: '', teamKey: null });
  // @ts-expect-error a list of numbers
  await graph.one('nominations/find_nominees', { userIds: [1], teamKey: null });
  // @ts-expect-error no role
  await graph.write('reporting-line/lock', { permittedRoles: ['boss'] });
  await atomic.rows('org/park_addresses', { rows: [{ id: '' }] });
  // @ts-expect-error a misspelt field of a row
  await atomic.rows('org/park_addresses', { rows: [{ iD: '' }] });
  // @ts-expect-error a field of a row that may be missing
  await atomic.rows('org/park_addresses', { rows: [{ id: [''][0] }] });
  // @ts-expect-error rows of another query
  await atomic.rows('org/park_addresses', { rows: [{ id: '', managerId: '' }] });
  // @ts-expect-error a text instead of a number
  await atomic.one('nominations/list', { period: null, after: null, limit: '20', permittedRoles: [] });
}

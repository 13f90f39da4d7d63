// The heads of queries; calls of queries that must not compile; and the file of types, which must be that of today's queries.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { formatNodeQueries, toQueryFile } from '../../../scripts/node-queries.ts';
import { findFaults, formatQueryTypes, typesFile } from '../../../scripts/queries.ts';
import {
  findFieldFaults,
  findHeadFaults,
  formatType,
  parseType,
  readSourceFiles,
} from '../../../scripts/query-heads.ts';
import type { Graph, Transaction } from '../../../src/platform/graph/client.ts';
import { mergeHeads, splitHead } from '../../../src/platform/graph/queries/heads.ts';
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

  it('are what the heads of these files say, of each parameter that a file uses and of each field of it', () => {
    expect(findFaults(), 'see "Parameters" in cypher/README.md').to.deep.equal([]);
  });

  it('have a sample value for each parameter, with which tests count what a query of a request reads', () => {
    const tenant = { id: '', ids: { manager: '', person: '', summary: '', goal: '', question: '', notification: '' } };
    const missing = listReadsOfRequests().flatMap((query) => {
      const samples = sampleParameters(query, tenant);
      return query.parameters.filter((one) => samples[one] === undefined).map((one) => `${query.name}: $${one}`);
    });
    expect(missing, 'add a value to test/support/query-samples.ts').to.deep.equal([]);
  });
});

describe('the head of a file in cypher/', () => {
  const files = readSourceFiles();

  it('is refused without any of its lines, with one too many, and with what the graph client binds', () => {
    const lines = files.flatMap(({ name, source }) =>
      Object.keys(splitHead(source).head).map((parameter) => ({ name, source, parameter })),
    );
    expect(lines).to.have.length.above(900);
    for (const { name, source, parameter } of lines) {
      const line = new RegExp(`^// @param ${parameter}: .*\\n(?:// {3}.*\\n)*`, 'm');
      const fault = `cypher/${name}.cypher uses $${parameter}: say "// @param ${parameter}: …" in its head.`;
      expect(findHeadFaults({ name, source: source.replace(line, '') })).to.deep.equal([fault]);
    }
    const bound = 'the graph client binds it';
    const needless = { unheard: 'does not use it', tenantId: bound, listLimit: bound };
    for (const { name, source } of files) {
      for (const [parameter, reason] of Object.entries(needless)) {
        const fault = `cypher/${name}.cypher says "// @param ${parameter}", but ${reason}.`;
        expect(findHeadFaults({ name, source: `// @param ${parameter}: id\n${source}` })).to.deep.equal([fault]);
      }
    }
  });

  it('is read from code, and not from comments or texts, in both forms of a query', () => {
    const source = `// Says $what.
// @param seen: id
// @param past: id
MATCH (u:User {id: $seen}) // $commented
WHERE u.name <> '$quoted'
// @view AND u.id <> $past
RETURN u`;
    expect(findHeadFaults({ name: 'a/b', source })).to.deep.equal([]);
    expect(splitHead(source)).to.deep.equal({
      head: { seen: 'id', past: 'id' },
      text: source.replace(/^.*@param.*\n/gm, ''),
    });
    const late = source.replace('MATCH', '// @include heads\n// @param late: id\nMATCH');
    expect(splitHead(late).head, 'behind the beginning of the text').to.have.keys('seen', 'past');
  });

  it('is refused if its fields are not those that the query uses', () => {
    const text = `
      UNWIND $rows AS row
      MATCH (u:User {tenantId: $tenantId, id: $id})
      WHERE any(key IN row.keys WHERE key.text = u.key) AND row.size > 2
      WITH u, $place AS place
      WHERE u.x = place.link
      UNWIND row.parts AS part
      SET u.id = part.id, u += row.values
      WITH u
      UNWIND $others AS row
      SET u.name = row.name, u += $fields
      RETURN u`;
    const parameters = ['rows', 'tenantId', 'id', 'place', 'others', 'fields'];
    const row = '{keys: list of {text: text}, size: number, parts: list of {id: id}, values: audit values}';
    const head = {
      rows: `list of ${row}`,
      id: 'id',
      place: '{link: text}',
      others: 'list of {name: text}',
      fields: 'map of values',
    };
    const find = (changed: Partial<typeof head>): string[] =>
      findFieldFaults({ name: 'a/b', text, parameters, head: { ...head, ...changed } });
    expect(find({})).to.deep.equal([]);
    const names = ['keys', 'text', 'size', 'parts', 'values'];
    for (const name of names) {
      const [unsaid, unused] = find({ rows: head.rows.replace(`${name}: `, `${name}s: `) });
      expect(unsaid, name).to.match(
        new RegExp(`^cypher/a/b\\.cypher uses \\$rows\\.(keys\\.)?${name}, which no head names\\.$`),
      );
      expect(unused, name).to.include(`does not use $rows.`).and.include(`${name}s, which its head names.`);
    }
    expect(find({ place: '{link: text, rest: text}', others: 'list of {nam: text}' })).to.deep.equal([
      'cypher/a/b.cypher does not use $place.rest, which its head names.',
      'cypher/a/b.cypher uses $others.name, which no head names.',
      'cypher/a/b.cypher does not use $others.nam, which its head names.',
    ]);
  });

  it('agrees with those of the includes', () => {
    const [now, weeks] = [{ now: 'instant' }, { weeks: 'list of dates' }];
    expect(mergeHeads('a/b', [now, weeks, now])).to.deep.equal({ ...now, ...weeks });
    expect(() => mergeHeads('a/b', [now, weeks, { now: 'instant or null' }])).to.throw(
      'cypher/a/b.cypher: $now is said to be "instant" and, by an include, "instant or null".',
    );
  });

  const types = {
    text: 'string',
    'whole number or null': 'number | null',
    'list of roles': 'readonly Role[]',
    'list of ids or null': 'readonly string[] | null',
    'list of (text or null)': 'readonly (string | null)[]',
    'list of lists of maps of values': 'readonly (readonly Readonly<Record<string, unknown>>[])[]',
    'list of audit facts': 'readonly (AuditValues & Readonly<Record<string, unknown>>)[]',
    'map of lists of dates': 'Readonly<Record<string, readonly string[]>>',
    'map of (text or null) or null': 'Readonly<Record<string, string | null>> | null',
    '{at: instant, id?: id or null}': '{ at: string; id?: string | null }',
    'list of {parts: list of {id: id} or null}': 'readonly { parts: readonly { id: string }[] | null }[]',
  };

  it('says a type in these words', () => {
    for (const [type, expected] of Object.entries(types))
      expect(formatType(parseType(type, 'a/b: $x'))).to.equal(expected);
  });

  it('is refused with other words, and names the parameter', () => {
    const cut = Object.keys(types).flatMap((type) => [`${type} `, `${type}x`, `x${type}`, type.slice(0, -1)]);
    for (const type of [...cut, '', 'texts', 'string', 'list of', 'text or', '{}', '{a: text b: text}', 'map of (text'])
      expect(() => parseType(type, 'a/b: $x'), type).to.throw(`a/b: $x has the type "${type}": what is "`);
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
  await atomic.rows('organisation/park_addresses', { rows: [{ id: '' }] });
  // @ts-expect-error a misspelt field of a row
  await atomic.rows('organisation/park_addresses', { rows: [{ iD: '' }] });
  // @ts-expect-error a field of a row that may be missing
  await atomic.rows('organisation/park_addresses', { rows: [{ id: [''][0] }] });
  // @ts-expect-error rows of another query
  await atomic.rows('organisation/park_addresses', { rows: [{ id: '', managerId: '' }] });
  // @ts-expect-error a text instead of a number
  await atomic.one('nominations/list', { period: null, after: null, limit: '20', permittedRoles: [] });
}

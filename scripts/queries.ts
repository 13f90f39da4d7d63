// `npm run queries`: writes what follows from tables: the queries that have a branch for each label, the tables of pages, and
// the types of the queries in cypher/ (src/platform/graph/queries/query-types.ts).
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { listQueries, type Query } from '../src/platform/graph/queries/query-files.ts';
import { stripCommentsAndStrings } from '../src/platform/graph/queries/statements.ts';
import { projectFolder } from '../src/platform/lib/project-folder.ts';
import { writeNodeQueries } from './node-queries.ts';
import { writePageTables } from './page-tables.ts';
import { findNamedType, importedTypes } from './parameter-types.ts';

/** Where the types are. */
export const typesFile = path.join(projectFolder, 'src/platform/graph/queries/query-types.ts');

/** The graph client supplies these. */
const bound = ['tenantId', 'tenantLabel', 'callerId', 'traceparent', 'source', 'systemUser', 'listLimit'];

/** What a text says about a value that no table knows: the first of these that it contains, `$` standing for the value. */
const signs: [use: string, type: string][] = [
  ['toInteger\\($\\)', 'number'],
  ['date(?:time)?\\((?:coalesce\\()?$[,)]', 'string'],
  ['\\b(?:NOT|AND|OR|WHERE|CASE WHEN) $(?!\\s*(?:[=<>+*/.[-]|(?:IS|IN|STARTS|ENDS|CONTAINS)\\b))', 'boolean'],
];

/** The text of the file of types: a line for each query. */
export function formatQueryTypes(queries: readonly Query[]): string {
  const lines = queries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((query) => `  '${query.name}': ${formatParameters(query)};`);
  return `// The parameters of the queries in cypher/. Written by \`npm run queries\`; do not edit.
${formatImports(lines)}
type None = Record<never, never>;

// prettier-ignore
export type Queries = {
${lines.join('\n')}
};
`;
}

/** The types that the lines name, in the order of their files. */
function formatImports(lines: readonly string[]): string {
  return Object.entries(importedTypes)
    .filter(([name]) => lines.some((line) => new RegExp(`\\b${name}\\b`).test(line)))
    .map(([name, file]) => `import type { ${name} } from '${file}';\n`)
    .join('');
}

function formatParameters({ name: query, text, parameters }: Query): string {
  const code = stripCommentsAndStrings(text);
  const own = parameters.filter((name) => !bound.includes(name));
  return formatFields(own.map((name) => [name, findType({ query, code, value: `$${name}`, place: name })])) || 'None';
}

/** A value that a query uses: `$rows`, or `row.id` for the place `rows.id`. `code` is the part of the query that can use it. */
type Use = { query: string; code: string; value: string; place: string };

function findType(use: Use): string {
  const type = findNamedType(use.query, use.place) ?? findStructure(use) ?? findSign(use) ?? 'unknown';
  const mayBeNull = contains(use, '$ IS (NOT )?NULL|coalesce\\($(?=[,.])');
  return mayBeNull && !/null$|^unknown$/.test(type) ? `${type} | null` : type;
}

/** The rows of a list, by the fields that the query uses of them, or the fields that it uses of the value itself. */
function findStructure(use: Use): string | undefined {
  const row = findFields(findVariables(use, 'UNWIND $ AS (\\w+)|[(\\[](\\w+) IN $'));
  if (row !== '') return `readonly ${row}[]`;
  return findFields([use, ...findVariables(use, '(?<!UNWIND )$ AS (\\w+)')]) || undefined;
}

/**
 * Finds the variables that a text assigns a value, or the elements of it, to. Each comes with the text in which the variable has that
 * value: it ends where the same name is assigned another one.
 */
function findVariables({ code, value, ...use }: Use, pattern: string): Use[] {
  return [...code.matchAll(toPattern(pattern, value))].map(({ index, 0: { length }, 1: unwound, 2: listed }) => {
    const variable = unwound ?? listed ?? '';
    const [scope = ''] = code
      .slice(index + length)
      .split(new RegExp(`\\$\\w+ AS ${variable}\\b|[(\\[]${variable} IN `));
    return { ...use, code: scope, value: variable };
  });
}

/** The fields that a query uses of a value, which may have several names. */
function findFields(uses: readonly Use[]): string {
  const fields = new Map<string, string>();
  for (const use of uses) {
    for (const [, name = ''] of use.code.matchAll(toPattern('$\\.(\\w+)', use.value))) {
      const field = { ...use, value: `${use.value}.${name}`, place: `${use.place}.${name}` };
      if (!fields.has(name)) fields.set(name, findType(field));
    }
  }
  return formatFields([...fields]);
}

const findSign = (use: Use): string | undefined => signs.find(([sign]) => contains(use, sign))?.[1];

const contains = ({ code, value }: Use, pattern: string): boolean => toPattern(pattern, value).test(code);

/** The pattern with the value, which is no part of a longer name, for each `$`. */
function toPattern(pattern: string, value: string): RegExp {
  const whole = `(?<![\\w.$])${value.replace(/[$.]/g, '\\$&')}\\b`;
  return new RegExp(
    pattern.replaceAll('$', () => whole),
    'g',
  );
}

/** A type that begins with `?` is that of a field that may be absent. */
function formatFields(fields: readonly (readonly [name: string, type: string])[]): string {
  const lines = fields.map(([name, type]) =>
    type.startsWith('?') ? `${name}?: ${type.slice(1)}` : `${name}: ${type}`,
  );
  return fields.length === 0 ? '' : `{ ${lines.join('; ')} }`;
}

if (import.meta.main) {
  writeNodeQueries();
  writePageTables();
  writeFileSync(typesFile, formatQueryTypes(listQueries()));
}

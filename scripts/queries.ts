// `npm run queries`: writes the types of the queries in cypher/ to src/graph/queries/query-types.ts.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { listQueries, type Query } from '../src/graph/queries/query-files.ts';
import { stripCommentsAndStrings } from '../src/graph/queries/statements.ts';
import { projectFolder } from '../src/lib/project-folder.ts';

/** Where the types are. */
export const typesFile = path.join(projectFolder, 'src/graph/queries/query-types.ts');

/** The graph client supplies these. */
const bound = ['tenantId', 'tenantLabel', 'callerId', 'traceparent', 'source', 'systemUser', 'listLimit'];

/** What a text says about the type of a parameter: the first of these that it contains, `$` standing for the parameter. */
const signs: [use: string, type: string][] = [
  ['toInteger\\($\\)', 'number'],
  ['date(?:time)?\\((?:coalesce\\()?$[,)]', 'string | null'],
  ['\\b(?:UNWIND|IN) $(?!\\.)', 'readonly unknown[]'],
  ['\\b(?:NOT|AND|OR|WHERE|CASE WHEN) $(?!\\s*(?:[=<>+*/.[-]|(?:IS|IN|STARTS|ENDS|CONTAINS)\\b))', 'boolean'],
];

/** The text of the file of types: a line for each query. */
export function formatQueryTypes(queries: readonly Query[]): string {
  const lines = queries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((query) => `  '${query.name}': ${formatParameters(query)};`);
  return `// The parameters of the queries in cypher/. Written by \`npm run queries\`; do not edit.

type None = Record<never, never>;

// prettier-ignore
export type Queries = {
${lines.join('\n')}
};
`;
}

function formatParameters({ text, parameters }: Query): string {
  const code = stripCommentsAndStrings(text);
  const own = parameters.filter((name) => !bound.includes(name));
  return formatFields(own.map((name) => [name, findType(code, name)]));
}

function findType(code: string, name: string): string {
  const uses = ([use]: [string, string]): boolean => new RegExp(use.replace('$', () => `\\$${name}\\b`)).test(code);
  const type = signs.find(uses)?.[1] ?? 'unknown';
  const mayBeNull = new RegExp(`\\$${name} IS (NOT )?NULL|coalesce\\(\\$${name}\\b`).test(code);
  return mayBeNull && !/null|unknown$/.test(type) ? `${type} | null` : type;
}

function formatFields(fields: readonly (readonly [name: string, type: string])[]): string {
  return fields.length === 0 ? 'None' : `{ ${fields.map(([name, type]) => `${name}: ${type}`).join('; ')} }`;
}

if (import.meta.main) writeFileSync(typesFile, formatQueryTypes(listQueries()));

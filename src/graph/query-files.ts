// The query files: cypher/<folder>/<name>.cypher becomes the query '<folder>/<name>'. Conventions: cypher/README.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../project-folder.ts';

/**
 * A query: `text` is its file with every include expanded, `parameters` the names it uses. The database receives
 * `statement`, or `batched`, which answers several callers at once; changes and lists have no batched form. Both read their
 * parameters from one map, `$p`.
 */
export type Query = {
  name: string;
  text: string;
  parameters: readonly string[];
  statement: string;
  batched: string | null;
};

/** Whom queries run for. The operator's scripts have no `userId`; queries over all tenants have no `tenantId`. */
export type QueryScope = { tenantId?: string; userId?: string; traceparent?: string };

const cypherFolder = path.join(projectFolder, 'cypher');
const queryName = /^(?!schema\/|includes\/)[\w/-]+(?=\.cypher$)/;
const includeLine = /^([ \t]*)\/\/ @include (\S+)$/gm;
/** A list starts with a heading row, its column `head`. */
const changeOrListPattern = /\bAS head\b|\b(CREATE|MERGE|SET|DELETE)\b/;
const queries = new Map<string, Query>(readQueryFiles().map((file) => [file.name, file]));

/** The query of this name. @throws {Error} when there is no such file, which is a defect of the program */
export function getQuery(name: string): Query {
  const known = queries.get(name);
  if (!known) throw new Error(`There is no file cypher/${name}.cypher.`);
  return known;
}

/** All queries; schema migrations and includes are not among them. */
export function listQueries(): Query[] {
  return [...queries.values()];
}

/** The schema migrations in order, each with its version (`V001`), description and text. */
export function readMigrationFiles(): { version: string; description: string; text: string }[] {
  const folder = path.join(cypherFolder, 'schema');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.cypher'))
    .sort()
    .map((file) => {
      const [, version, name] = /^(V\d{3})__(\w+)\.cypher$/.exec(file) ?? [];
      if (!version || !name) throw new Error(`cypher/schema/${file} is not named V001__What_it_does.cypher.`);
      return { version, description: name.replaceAll('_', ' '), text: readFileSync(path.join(folder, file), 'utf8') };
    });
}

/** The label that every node of a tenant carries. */
export function toTenantLabel(tenantId: string): string {
  return `T_${tenantId.replaceAll('-', '')}`;
}

/**
 * Adds the scope's parameters to those of the call. Together they must be exactly the ones the query uses, so that a
 * misspelt name is an error.
 *
 * @throws {Error} unless the result is exactly what the query uses, which catches misspelt names
 */
export function bindParameters(
  query: Query,
  { tenantId, userId, traceparent }: QueryScope,
  supplied: Record<string, unknown>,
): Record<string, unknown> {
  const params = { ...supplied };
  for (const name of query.parameters) {
    if (name === 'tenantId') params[name] = tenantId;
    else if (name === 'callerId') params[name] = userId;
    else if (name === 'traceparent') params[name] = traceparent ?? null;
    else if (name === 'tenantLabel' && tenantId) params[name] = toTenantLabel(tenantId);
  }
  const names = Object.keys(params);
  const isExact =
    names.length === query.parameters.length && query.parameters.every((name) => params[name] !== undefined);
  if (isExact) return params;
  const unused = names.filter((name) => !query.parameters.includes(name));
  const missing = query.parameters.filter((name) => params[name] === undefined);
  throw new Error(`cypher/${query.name}.cypher: missing [${missing.join(', ')}], unused [${unused.join(', ')}].`);
}

/** Removes comments and string literals, so that the structure of a text can be matched. */
export function stripCommentsAndStrings(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, ' ');
}

/** Splits a migration into statements. Each ends with a semicolon at the end of a line. */
export function splitStatements(text: string): string[] {
  return text.split(/;[ \t]*(?:\r?\n|$)/).filter((statement) => stripCommentsAndStrings(statement).trim());
}

/**
 * Replaces each line `// @include <name>` by cypher/includes/<name>.cypher without its leading comment, indented like the
 * line. Includes do not nest.
 *
 * @throws {Error} when an include does not exist
 */
export function expandIncludes(text: string, queryName: string): string {
  return text.replace(includeLine, (_line, indent: string, name: string) => {
    const file = path.join(cypherFolder, 'includes', `${name}.cypher`);
    if (!existsSync(file))
      throw new Error(`cypher/${queryName}.cypher includes ${name}, which is not in cypher/includes.`);
    return readText(file)
      .replace(/^(\/\/.*\n)+/, '')
      .replace(/^(?=.)/gm, indent);
  });
}

function readQueryFiles(): Query[] {
  return readdirSync(cypherFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .flatMap((file) => queryName.exec(file) ?? [])
    .map((name) => {
      const text = expandIncludes(readText(path.join(cypherFolder, `${name}.cypher`)), name);
      const parameters = [
        ...new Set([...stripCommentsAndStrings(text).matchAll(/\$(\w+)/g)].map((match) => match[1] ?? '')),
      ];
      const isShared = !changeOrListPattern.test(stripCommentsAndStrings(text));
      return {
        name,
        text,
        parameters,
        statement: readParametersFromMap(text),
        batched: isShared ? createBatchedStatement(text) : null,
      };
    });
}

function readText(file: string): string {
  return readFileSync(file, 'utf8').trim();
}

/**
 * Rewrites `$name` to `$p.name`. Neo4j caches a plan per combination of parameter types, and the size class of a string or
 * list (1, 10, 100, 1,000 …) is part of its type: a query with four strings would be planned hundreds of times. The type of a
 * map does not depend on its fields, so each query is planned once.
 */
function readParametersFromMap(text: string): string {
  return text.replace(/\$(\w+)/g, '$$p.$1');
}

/**
 * One statement for a batch of calls, each computed from its own parameters: `$p.batchSize` is the number of calls, every
 * parameter a list with one value per call, and the column `row` the index of the call. A query with a batched form must not
 * use these two names.
 */
function createBatchedStatement(text: string): string {
  const body = readParametersFromMap(text).replace(/\$p\.\w+/g, '$&[row]');
  return `UNWIND range(0, $p.batchSize - 1) AS row\nCALL (row) {\n${body}\n}\nRETURN *`;
}

// The query files: cypher/<folder>/<name>.cypher becomes the query '<folder>/<name>'; its first comment documents it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A query: `text` as its file holds it, `parameters` the names it uses. The database is sent `statement`, or `batched`, which
 * answers many askers at once; changes and lists have none. Both take their parameters as the fields of one map, `$p`.
 */
export type Query = {
  name: string;
  text: string;
  parameters: readonly string[];
  statement: string;
  batched: string | null;
};

/** Whose questions these are. A script that acts for the operator has no `userId`; only `tenants/` has no `tenantId`. */
export type QueryScope = { tenantId?: string; userId?: string; traceparent?: string };

/** The folder that holds this project: the nearest one above this file with a package.json. */
export const projectFolder = findFolderAbove(import.meta.dirname, 'package.json');

const cypherFolder = path.join(projectFolder, 'cypher');
/** A list opens with a heading, its column `head`. */
const changeOrListPattern = /\bAS head\b|\b(CREATE|MERGE|SET|DELETE)\b/;
const queries = new Map<string, Query>(readQueryFiles().map((file) => [file.name, file]));

/** The query of that name; a name without a file is a fault of the program. */
export function getQuery(name: string): Query {
  const match = queries.get(name);
  if (!match) throw new Error(`There is no file cypher/${name}.cypher.`);
  return match;
}

/** Every query, by name. Schema migrations are not among them. */
export function listQueries(): Query[] {
  return [...queries.values()];
}

/** The schema migrations, in order: version `V001`, name and text. */
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

/** The label that marks every node of a tenant. */
export function toTenantLabel(tenantId: string): string {
  return `T_${tenantId.replaceAll('-', '')}`;
}

/**
 * The parameters of a query: those given, and what it is owed by who asks. They are the ones it uses, no more and no
 * fewer, so that a misspelt one cannot pass.
 *
 * @throws {Error} naming the query and the parameters that are missing or unused
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
  const same = names.length === query.parameters.length && query.parameters.every((name) => params[name] !== undefined);
  if (same) return params;
  const unused = names.filter((name) => !query.parameters.includes(name));
  const absent = query.parameters.filter((name) => params[name] === undefined);
  throw new Error(`cypher/${query.name}.cypher: not given [${absent.join(', ')}], not used [${unused.join(', ')}].`);
}

/** A text without its comments and string literals, for looking at its structure. */
export function stripCommentsAndStrings(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, ' ');
}

/** The statements of a migration. Each ends with a semicolon at the end of a line; what stands in quotes is left alone. */
export function splitStatements(text: string): string[] {
  return text.split(/;[ \t]*(?:\r?\n|$)/).filter((statement) => stripCommentsAndStrings(statement).trim());
}

function readQueryFiles(): Query[] {
  return readdirSync(cypherFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.cypher') && !file.startsWith('schema/'))
    .map((file) => {
      const text = readFileSync(path.join(cypherFolder, file), 'utf8').trim();
      const parameters = [
        ...new Set([...stripCommentsAndStrings(text).matchAll(/\$(\w+)/g)].map((match) => match[1] ?? '')),
      ];
      const name = file.slice(0, -'.cypher'.length);
      const isShared = !changeOrListPattern.test(stripCommentsAndStrings(text));
      return {
        name,
        text,
        parameters,
        statement: readParametersFromMap(text),
        batched: isShared ? batchedStatement(text) : null,
      };
    });
}

/**
 * Neo4j keeps a plan for each combination of its parameters' types, and the size of a text or list is part of the type
 * (1, 10, 100, 1,000 …): a query with four texts would be planned hundreds of times. A map's type says nothing of its
 * fields, so each query is planned once.
 */
function readParametersFromMap(text: string): string {
  return text.replace(/\$(\w+)/g, '$$p.$1');
}

/**
 * One statement for many askers: each asker's rows are computed from that asker's own parameters. `$p.askers` is their
 * number; every parameter is a list with one value for each, in the order of `row`. No query asked with `one` or `maybe` may
 * use these names itself.
 */
function batchedStatement(text: string): string {
  const body = readParametersFromMap(text).replace(/\$p\.\w+/g, '$&[row]');
  return `UNWIND range(0, $p.askers - 1) AS row\nCALL (row) {\n${body}\n}\nRETURN *`;
}

function findFolderAbove(folder: string, file: string): string {
  if (existsSync(path.join(folder, file))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error(`No ${file} above ${import.meta.dirname}.`);
  return findFolderAbove(parent, file);
}

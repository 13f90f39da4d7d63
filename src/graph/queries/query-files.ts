// The query files: cypher/<folder>/<name>.cypher becomes the query '<folder>/<name>'. Conventions: cypher/README.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readSystemUser } from '../../lib/system-user.ts';
import { projectFolder } from '../../lib/project-folder.ts';
import { buildShape, type Shape } from '../rows.ts';
import {
  createBatchedStatement,
  expandMoments,
  parseColumns,
  parseParameters,
  readParametersFromMap,
  stripCommentsAndStrings,
} from './statements.ts';
import { createForms } from './views.ts';

/** A process that plans queries ahead of use. */
export type PlanningProcess = 'api' | 'worker';

/**
 * A query: `text` is its file with every include expanded, `parameters` the names it uses. The database receives
 * `statement`. That of a read, and of a change with the line `// @batch`, `isBatched`: it answers one call or several,
 * see rows.ts. Other changes, and reads with the line `// @rows`, answer one call, row by row. A list (`isList`) begins
 * with a row of facts, its heading. The line `// @ahead api worker` names the processes that plan the query before they
 * are ready.
 */
export type Query = {
  name: string;
  text: string;
  parameters: readonly string[];
  /** The structure of a row of a batched answer, whose first value is the index of the call. */
  shape: Shape;
  statement: string;
  isBatched: boolean;
  isList: boolean;
  plannedAheadBy: readonly PlanningProcess[];
};

/**
 * Whom queries run for. The operator's scripts have no `userId`; queries over all tenants have no `tenantId`.
 * `withinMs` is the time limit of `atomically` for changes that take longer than others. `source` is the way by which a
 * change came, for the audit log; without it, that of the operator is `command_line`.
 */
export type QueryScope = {
  tenantId?: string;
  userId?: string;
  traceparent?: string;
  withinMs?: number;
  source?: ChangeSource;
};
type ChangeSource = 'api' | 'scim' | 'command_line' | 'worker';

const cypherFolder = path.join(projectFolder, 'cypher');
const queryName = /^(?!schema\/|includes\/)[\w/-]+(?=\.cypher$)/;
const batchLine = /^\/\/ @batch$/m;
const rowsLine = /^\/\/ @rows$/m;
const aheadLine = /^\/\/ @ahead (.+)$/m;
const includeLine = /^([ \t]*)\/\/ @include (\S+)$/gm;
/** A list starts with a heading row, its column `head`. */
const listPattern = /\bAS head\b/;
const changePattern = /\b(CREATE|MERGE|SET|DELETE)\b/;
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

/**
 * The schema migrations in order, each with its version (`V001`), description and text, and the oldest version of the
 * service that works with it: its line `// @works-with 0.1.0`. Without one, older releases than its own refuse it.
 */
export function readMigrationFiles(): {
  version: string;
  description: string;
  text: string;
  worksWith: string | null;
}[] {
  const folder = path.join(cypherFolder, 'schema');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.cypher'))
    .sort()
    .map((file) => {
      const [, version, name] = /^(V\d{3})__(\w+)\.cypher$/.exec(file) ?? [];
      if (!version || !name) throw new Error(`cypher/schema/${file} is not named V001__What_it_does.cypher.`);
      const text = readFileSync(path.join(folder, file), 'utf8');
      const [, worksWith = null] = /^\/\/ @works-with (\d+\.\d+\.\d+)$/m.exec(text) ?? [];
      return { version, description: name.replaceAll('_', ' '), text, worksWith };
    });
}

/** The label that every node of a tenant carries. */
export function toTenantLabel(tenantId: string): string {
  return `T_${tenantId.replaceAll('-', '')}`;
}

/**
 * Adds the scope's parameters to those of the call.
 *
 * @throws {Error} unless they are exactly those that the query uses, which catches misspelt names
 */
export function bindParameters(
  query: Query,
  { tenantId, userId, traceparent, source }: QueryScope,
  supplied: Record<string, unknown>,
): Record<string, unknown> {
  const params = { ...supplied };
  for (const name of query.parameters) {
    if (name === 'tenantId') params[name] = tenantId;
    else if (name === 'callerId') params[name] = userId;
    else if (name === 'traceparent') params[name] = traceparent ?? null;
    else if (name === 'source') params[name] = source ?? (userId === 'operator' ? 'command_line' : null);
    else if (name === 'systemUser') params[name] = userId === 'operator' ? readSystemUser() : null;
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

/** Splits a migration into statements. Each ends with a semicolon at the end of a line. */
export function splitStatements(text: string): string[] {
  return text.split(/;[ \t]*(?:\r?\n|$)/).filter((statement) => stripCommentsAndStrings(statement).trim());
}

/**
 * Replaces each line `// @include <name>` by cypher/includes/<name>.cypher without its leading comment, indented like the
 * line.
 *
 * @throws {Error} when an include does not exist
 */
export function expandIncludes(text: string, queryName: string): string {
  return text.replace(includeLine, (_line, indent: string, name: string) => {
    const file = path.join(cypherFolder, 'includes', `${name}.cypher`);
    if (!existsSync(file))
      throw new Error(`cypher/${queryName}.cypher includes ${name}, which is not in cypher/includes.`);
    const included = readText(file).replace(/^(\/\/ (?!@).*\n)+/, '');
    return expandIncludes(included, queryName).replace(/^(?=.)/gm, indent);
  });
}

function readQueryFiles(): Query[] {
  return readdirSync(cypherFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .flatMap((file) => queryName.exec(file) ?? [])
    .flatMap((name) => {
      const source = readText(path.join(cypherFolder, `${name}.cypher`));
      return createForms(name, source, (text) => expandIncludes(text, name));
    })
    .map(([name, text]) => readQuery(name, text));
}

function readQuery(name: string, text: string): Query {
  const code = stripCommentsAndStrings(text);
  const isList = listPattern.test(code);
  const isBatched = changePattern.test(code) ? batchLine.test(text) : !rowsLine.test(text);
  const columns = isBatched ? parseColumns(text) : [];
  return {
    ...{ name, text, parameters: parseParameters(text), shape: buildShape(columns, 1), isBatched, isList },
    statement: isBatched ? createBatchedStatement(text, columns, isList) : readParametersFromMap(text),
    plannedAheadBy: (aheadLine.exec(text)?.[1]?.split(' ') ?? []) as PlanningProcess[],
  };
}

function readText(file: string): string {
  return expandMoments(readFileSync(file, 'utf8').trim());
}

/** The statements that a process plans before it is ready. Any other is planned when it is first used. */
export function listStatementsToPlan(process: PlanningProcess): string[] {
  const queries = listQueries().filter(({ plannedAheadBy }) => plannedAheadBy.includes(process));
  return queries.map(({ statement }) => statement);
}

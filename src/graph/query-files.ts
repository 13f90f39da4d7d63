// The query files: cypher/<folder>/<name>.cypher becomes the query '<folder>/<name>'. Conventions: cypher/README.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { shuffle } from 'simple-statistics';
import { projectFolder } from '../project-folder.ts';
import {
  createBatchedStatement,
  createPagedStatement,
  parseColumns,
  parseParameters,
  readParametersFromMap,
  stripCommentsAndStrings,
} from './statements.ts';

/**
 * A query: `text` is its file with every include expanded, `parameters` the names it uses. The database receives one of its
 * statements (see statements.ts): `statement` returns row by row, `paged` the rows of a list in pages, `batched` answers
 * several callers at once. Changes have no such form, and neither have lists without
 * `$listLimit`. `batchedWrite` makes the changes of several callers, if the file has the line `// @batch`.
 */
export type Query = {
  name: string;
  text: string;
  parameters: readonly string[];
  columns: readonly string[];
  statement: string;
  paged: string | null;
  batched: string | null;
  batchedWrite: string | null;
};

/**
 * Whom queries run for. The operator's scripts have no `userId`; queries over all tenants have no `tenantId`.
 * `withinMs` is the time limit of `atomically` for changes that take longer than others. `source` is the way by which a
 * change came, for the audit log; without it, that of the operator is `command_line`. `onCommit` receives the bookmark
 * of each transaction that made a change. `after` is a bookmark: point reads and short lists are read from a follower
 * that has its transaction.
 */
export type QueryScope = {
  tenantId?: string;
  userId?: string;
  traceparent?: string;
  withinMs?: number;
  source?: ChangeSource;
  onCommit?: CommitListener;
  after?: string;
};
export type CommitListener = (bookmark: string) => void;
type ChangeSource = 'api' | 'scim' | 'command_line' | 'worker';

const cypherFolder = path.join(projectFolder, 'cypher');
const queryName = /^(?!schema\/|includes\/)[\w/-]+(?=\.cypher$)/;
const batchLine = /^\/\/ @batch$/m;
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
      const code = stripCommentsAndStrings(text);
      const parameters = parseParameters(text);
      const [isChange, isList] = [changePattern.test(code), listPattern.test(code)];
      const canBatch = !isChange && (!isList || parameters.includes('listLimit'));
      const isBatchedWrite = batchLine.test(text);
      const columns = isChange && !isBatchedWrite ? [] : parseColumns(text);
      return {
        name,
        text,
        parameters,
        columns,
        statement: readParametersFromMap(text),
        paged: isList ? createPagedStatement(text, columns) : null,
        batched: canBatch ? createBatchedStatement(text, columns) : null,
        batchedWrite: isBatchedWrite ? createBatchedStatement(text, columns) : null,
      };
    });
}

function readText(file: string): string {
  return readFileSync(file, 'utf8').trim();
}

/** Folders of queries that only commands run, and the queries in them that requests and jobs run as well. */
const commandFolders = /^(archives|bench|demo|org|org-check|reports|tenants)\//;
const servedFromCommandFolders = [
  ...['org/lock_tenant', 'org/move_people'],
  ...['reports/check_ins', 'reports/nominations', 'reports/org', 'reports/org_in_view', 'reports/response_times'],
  ...['tenants/due_plans', 'tenants/rate_limits', 'tenants/schedules'],
];

/** Whether requests or jobs run the query. Commands wait as long as planning takes; requests and jobs have time limits. */
export function isServed(name: string): boolean {
  return !commandFolders.test(name) || servedFromCommandFolders.includes(name);
}

/**
 * Lists the statements of requests and jobs: `single` runs any query, `shared` those of several callers at once. The
 * order is random: processes that start together then share the work of planning. A statement with the label of a
 * tenant in its text (exact-graph.ts, org/whole-tenant.ts) differs for each tenant and cannot be planned ahead; only
 * commands run such statements.
 */
export function listServedStatements(): { single: string[]; shared: string[] } {
  const queries = listQueries().filter(({ name }) => isServed(name));
  const shared = queries.flatMap(({ batched, batchedWrite }) => [batched, batchedWrite]);
  return {
    single: shuffle(queries.map(({ statement, paged }) => paged ?? statement)),
    shared: shuffle(shared.filter((statement) => statement !== null)),
  };
}

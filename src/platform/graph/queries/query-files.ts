// The query files: cypher/<folder>/<name>.cypher becomes the query '<folder>/<name>'. Conventions: cypher/README.md.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readSystemUser } from '../../lib/system-user.ts';
import type { StatementsToPlan } from '../load/query-plans.ts';
import { buildShape, type Shape } from '../rows.ts';
import type { Call, QueryName } from './call-types.ts';
import { mergeHeads, splitHead, type Head } from './heads.ts';
import { cypherFolder, expandIncludes } from './includes.ts';
import {
  createBatchedStatement,
  inChangedTransaction,
  isChangeText,
  isListText,
  parseColumns,
  parseParameters,
  readParametersFromMap,
  stripCommentsAndStrings,
} from './statements.ts';
import { createForms } from './views.ts';

/** A process that plans queries ahead of use. */
export type PlanningProcess = 'api' | 'worker';

/**
 * A query: `text` is its file without its head and with every include expanded, `parameters` the names it uses. `head` says their
 * types; it has those of the includes as well. `isChange` if it changes something. The database receives
 * `statement`. That of a read, and of a change with the line `// @batch`, `isBatched`: it answers one call or several,
 * see rows.ts. Other changes, and reads with the line `// @rows`, answer one call, row by row. A list (`isList`) begins
 * with a row of facts, its heading. The line `// @ahead api worker` names the processes that plan the query before they
 * are ready.
 */
export type Query = {
  name: string;
  text: string;
  parameters: readonly string[];
  head: Head;
  /** The structure of a row of a batched answer, whose first value is the index of the call. */
  shape: Shape;
  statement: string;
  isChange: boolean;
  isBatched: boolean;
  /**
   * A change with the line `// @in-turn`. A process has two of these changes of a tenant under way, because more would wait for
   * the same lock.
   */
  isInTurn: boolean;
  isList: boolean;
  plannedAheadBy: readonly PlanningProcess[];
};

/**
 * Whom queries run for. The operator's scripts have no `userId`; queries over all tenants have no `tenantId`.
 * `withinMs` is the time limit of `atomically` for changes that take longer than others. `source` is the way by which a
 * change came, for the audit log; without it, that of the operator is `command_line`. `assistant` acts for the user.
 */
export type QueryScope = {
  tenantId?: string;
  userId?: string;
  traceparent?: string;
  withinMs?: number;
  source?: ChangeSource;
  assistant?: { client: string; tool: string } | undefined;
};
type ChangeSource = 'api' | 'scim' | 'command_line' | 'worker';

const queryName = /^(?!schema\/|includes\/)[\w/-]+(?=\.cypher$)/;
const batchLine = /^\/\/ @batch$/m;
const rowsLine = /^\/\/ @rows$/m;
const inTurnLine = /^\/\/ @in-turn$/m;
const aheadLine = /^\/\/ @ahead (.+)$/m;
const queries = new Map<string, Query>(readQueryFiles().map((query) => [query.name, query]));

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
 * The schema migrations in order, the baseline first, each with its version (`V037`), description and text, and the oldest
 * version of the service that works with it: its line `// @works-with 0.3.0`. Without one, older releases than its own
 * refuse it.
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
      if (!version || !name) throw new Error(`cypher/schema/${file} is not named V038__What_it_does.cypher.`);
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
 * Adds the scope's parameters to the parameters of the call.
 *
 * @throws {Error} unless they are exactly those that the query uses, which catches misspelt names
 */
export function bindParameters(
  query: Query,
  { tenantId, userId, traceparent, source, assistant }: QueryScope,
  supplied: Record<string, unknown>,
): Record<string, unknown> {
  const params = { ...supplied };
  for (const name of query.parameters) {
    if (name === 'tenantId') params[name] = tenantId;
    else if (name === 'callerId') params[name] = userId;
    else if (name === 'traceparent') params[name] = traceparent ?? null;
    else if (name === 'source') params[name] = source ?? (userId === 'operator' ? 'command_line' : null);
    else if (name === 'assistantClient') params[name] = assistant?.client ?? null;
    else if (name === 'assistantTool') params[name] = assistant?.tool ?? null;
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

/** The call of a query that a table names. Only the values that the query uses are passed. */
export function createCall<Q extends QueryName>(name: Q, values: Readonly<Record<string, unknown>>): Call<Q> {
  const used = getQuery(name).parameters.filter((parameter) => parameter in values);
  return [name, Object.fromEntries(used.map((parameter) => [parameter, values[parameter]]))] as Call<Q>;
}

/** Splits a migration into statements. Each ends with a semicolon at the end of a line. */
export function splitStatements(text: string): string[] {
  return text.split(/;[ \t]*(?:\r?\n|$)/).filter((statement) => stripCommentsAndStrings(statement).trim());
}

function readQueryFiles(): Query[] {
  return readdirSync(cypherFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .flatMap((file) => queryName.exec(file) ?? [])
    .flatMap((name) => {
      const { head, text } = splitHead(readFileSync(path.join(cypherFolder, `${name}.cypher`), 'utf8').trim());
      const heads = [head];
      const forms = createForms(name, text, (part) => expandIncludes(part, name, heads));
      return forms.map(([form, whole]) => readQuery(form, whole, mergeHeads(name, heads)));
    });
}

function readQuery(name: string, text: string, head: Head): Query {
  const isList = isListText(text);
  const isChange = isChangeText(text);
  const isBatched = isChange ? batchLine.test(text) : !rowsLine.test(text);
  const columns = isBatched ? parseColumns(text) : [];
  return {
    name,
    text,
    parameters: parseParameters(text),
    head,
    shape: buildShape(columns, 1),
    isChange,
    isBatched,
    isInTurn: inTurnLine.test(text),
    isList,
    statement: isBatched ? createBatchedStatement(text, columns, isList) : readParametersFromMap(text),
    plannedAheadBy: (aheadLine.exec(text)?.[1]?.split(' ') ?? []) as PlanningProcess[],
  };
}

/**
 * The statements that a process plans: those with the line `@ahead` before it is ready. The API then plans all others, what
 * requests read before what they change, and the shorter before the longer, so that most are soon there. At last come the plans of
 * all of them for transactions that have changed something, in which few of them ever run; a list never does. Nobody
 * waits for what only the worker does.
 *
 * @param howMany `everyday` plans no others
 */
export function listStatementsToPlan(process: PlanningProcess, howMany: 'all' | 'everyday'): StatementsToPlan {
  const isEveryday = ({ plannedAheadBy }: Query): boolean => plannedAheadBy.includes(process);
  const isRead = ({ isBatched, text }: Query): boolean => isBatched && !batchLine.test(text);
  const everyday = listQueries().filter(isEveryday);
  const others = listQueries().filter((one) => !isEveryday(one));
  others.sort((a, b) => Number(isRead(b)) - Number(isRead(a)) || a.statement.length - b.statement.length);
  everyday.sort((a, b) => a.statement.length - b.statement.length);
  const changing = [...everyday, ...others]
    .filter(({ isList }) => !isList)
    .map(toStatement)
    .map(inChangedTransaction);
  const plansOthers = process === 'api' && howMany === 'all';
  return {
    everyday: everyday.map(toStatement),
    others: plansOthers ? [...others.map(toStatement), ...changing] : [],
    headStartMs: process === 'worker' ? headStartOfRequestsMs : 0,
  };
}

/** After a restart of the database, requests wait for the plans of the API, while jobs can wait. */
const headStartOfRequestsMs = 15_000;

const toStatement = ({ statement }: Query): string => statement;

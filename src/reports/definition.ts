// What a report is: a question to the graph, its columns, and what its rows say in a sentence and in pictures.
import type { TopLevelSpec } from 'vega-lite';
import { permitReport, rolesWithTenantScope, type ReportPermission as Sight, type Standing } from '../access.ts';
import { fail } from '../errors.ts';
import type { GraphClient, Rows } from '../graph/client.ts';
import type { Tenant } from '../org/tenants.ts';

export type Cell = string | number | boolean | string[] | null;
/** A row holds what the columns show, under their names, and perhaps ids that only JSON shows. */
export type Row = Readonly<Record<string, Cell>>;
/** `digits` after the point, for columns of numbers; `unit` stands in the title; `words` are what people read for values. */
export type Column = {
  name: string;
  title: string;
  unit?: string;
  digits?: number;
  words?: Readonly<Record<string, string>>;
};

/**
 * What is asked. `person`: in whose sight, null for the whole tenant. Weeks are Mondays; both are the one that was asked
 * for, if one was. `period` is a month, YYYY-MM.
 */
export type ReportRequest = {
  graph: GraphClient;
  tenant: Tenant;
  person: { id: string; name: string } | null;
  lastWeek: string;
  thisWeek: string;
  period: string;
};

/** A chart; `about` says in words what it shows. Narrow ones stand side by side. */
export type Figure = { title: string; about: string; spec: TopLevelSpec; narrow?: true };
/** Somebody in an org chart, with those who report to them. */
export type Branch = { name: string; about: string; counts: string; open: boolean; reports: Branch[] };

export type ReportDefinition = {
  name: string;
  title: string;
  description: string;
  timeParameter: 'week' | 'period' | 'nothing';
  columns: Column[];
  /** The time it is about, in words. */
  time: (request: ReportRequest) => string;
  /** @throws {ApiError} FORBIDDEN when it is not for this person */
  rows: (request: ReportRequest) => Promise<Rows<Row>>;
  /** The one figure to remember, and the sentence around it. */
  headline: (rows: Row[]) => { figure: string; says: string };
  /** What is said when there are no rows. */
  emptyMessage: string;
  figures?: (rows: Row[], request: ReportRequest) => Figure[];
  tree?: (rows: Row[]) => Branch[];
};

/** Asks a query of people in sight: its first row has the standing of whoever it is asked for. */
export async function readInSight(
  { graph, tenant, person }: ReportRequest,
  query: string,
  permission: Sight,
  params: Record<string, unknown> = {},
): Promise<Rows<Row>> {
  const bound = { ...params, personId: person?.id ?? null, rolesWithTenantScope: rolesWithTenantScope(permission) };
  const tenantGraph = graph.bind({ tenantId: tenant.id });
  const { head, rows } = await tenantGraph.list<{ head: Standing | null }, Row>(query, bound);
  permitReport(head.head ?? fail('FORBIDDEN'), permission);
  return mapRows(rows, withoutHead);
}

/** A row without the column in which the first row has its heading. */
export function withoutHead(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'head'));
}

/** Each of the rows made into another, page by page. */
export async function* mapRows<From>(pages: Rows<From>, row: (from: From) => Row): Rows<Row> {
  for await (const page of pages) yield page.map(row);
}

/** "the week of 9 November 2026", by its Monday. */
export function formatWeek(monday: string): string {
  return `the week of ${formatDate(monday, { day: 'numeric', month: 'long', year: 'numeric' })}`;
}

/** "November 2026" */
export function formatMonth(period: string): string {
  return formatDate(`${period}-01`, { month: 'long', year: 'numeric' });
}

function formatDate(date: string, parts: Intl.DateTimeFormatOptions): string {
  return new Date(`${date}T00:00Z`).toLocaleDateString('en-GB', { ...parts, timeZone: 'UTC' });
}

/** The number in a cell; 0 where there is none. */
export function readNumber(row: Row, name: string): number {
  return Number(row[name] ?? 0);
}

/** The sum of a column. */
export function sumColumn(rows: Row[], name: string): number {
  return rows.reduce((sum, row) => sum + readNumber(row, name), 0);
}

/** A share in whole per cent, as text; a dash where there is nothing to share. */
export function formatPercent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
}

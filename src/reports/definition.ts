// The definition of a report: its query, its columns, its headline and its charts.
import type { TopLevelSpec } from 'vega-lite';
import type { CsvColumn } from '../lib/list-format.ts';
import type { Graph, GraphClient, Rows } from '../graph/client.ts';
import type { Tenant } from '../org/tenants.ts';

export type Cell = string | number | boolean | string[] | null;
/** Values by column name. Other keys, such as ids, appear only in JSON. */
export type Row = Readonly<Record<string, Cell>>;
/** `digits`: after the decimal point, for numbers. `unit`: appended to the title. `words`: display texts of values. */
export type Column = CsvColumn & {
  digits?: number;
  words?: Readonly<Record<string, string>>;
};

/**
 * The parameters of a report. It includes the people in sight of `person`, or the whole tenant if null. Weeks are
 * Mondays; if the caller requests a week, `lastWeek` and `thisWeek` are both that week. `period` is a month, `YYYY-MM`;
 * `asOf` an earlier time, see rules/as-of.ts.
 */
export type ReportRequest = {
  graph: GraphClient;
  tenant: Tenant;
  person: { id: string; name: string } | null;
  lastWeek: string;
  thisWeek: string;
  period: string;
  asOf: string | null;
};

/** A diagram. `about` describes it in a sentence; narrow ones are placed side by side. */
export type Figure = { title: string; about: string; spec: TopLevelSpec; narrow?: true };
/** A person in an org chart with their direct reports. */
export type Branch = { name: string; about: string; counts: string; open: boolean; reports: Branch[] };

export type ReportDefinition = {
  name: string;
  title: string;
  description: string;
  timeParameter: 'week' | 'period' | 'asOf';
  columns: Column[];
  /** The week, month or time of the report as text. */
  time: (request: ReportRequest) => string;
  /** @throws {ApiError} FORBIDDEN if the person may not read the report */
  rows: (request: ReportRequest) => Promise<Rows<Row>>;
  /** The most important figure, and a sentence that explains it. */
  headline: (rows: Row[]) => { figure: string; says: string };
  emptyMessage: string;
  figures?: (rows: Row[], request: ReportRequest) => Figure[];
  tree?: (rows: Row[]) => Branch[];
};

/**
 * What a query of a report needs. `asOperator` shows the whole tenant, else what the caller of `graph` may see. Without
 * `week` or `period` a report is about the previous week or the current month, without `asOf` about now.
 */
export type ReportScope = {
  graph: Graph;
  asOperator: boolean;
  now: string;
  week: string | null;
  period: string | null;
  asOf: string | null;
};

/** The scope of a report of the command line. */
export function toScope({ graph, tenant, person, lastWeek, period, asOf }: ReportRequest): ReportScope {
  const scope = { tenantId: tenant.id, userId: person?.id ?? 'operator' };
  return { graph: graph.bind(scope), asOperator: !person, now: new Date().toISOString(), week: lastWeek, period, asOf };
}

export async function* mapRows<Source, Target>(pages: Rows<Source>, map: (source: Source) => Target): Rows<Target> {
  for await (const page of pages) yield page.map(map);
}

/** Reads a number from a cell; 0 if it is empty. */
export function readNumber(row: Row, name: string): number {
  return Number(row[name] ?? 0);
}

export function sumColumn(rows: Row[], name: string): number {
  return rows.reduce((sum, row) => sum + readNumber(row, name), 0);
}

/** Formats a share in whole per cent; a dash if `whole` is 0. */
export function formatPercent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
}

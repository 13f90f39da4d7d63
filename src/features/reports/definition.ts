// The definition of a report: what it reads, its columns, its headline and its figures.
import { splitIntoBatches } from '../../platform/lib/loops.ts';
import type { CsvColumn } from '../../platform/lib/list-format.ts';
import type { Graph, Rows } from '../../platform/graph/client.ts';
import type { PermittedList } from '../../platform/access/in-sight.ts';
import { permitRowsByQuery } from '../../platform/access/permissions.ts';
import { scoreTitles } from '../../platform/schema/scores.ts';
import { settings } from '../../platform/settings/settings.ts';
import type { Figure } from './figures.ts';
import { formatPercent, formatShare, toPercent, type Row } from './rows.ts';

/**
 * `digits`: after the decimal point, for numbers. `unit`: appended to the title. `words`: display texts of values.
 * `fileOnly`: an id, an address, or a figure of the method, which is in CSV and not in tables.
 */
export type Column = CsvColumn & {
  digits?: number;
  words?: Readonly<Record<string, string>>;
  fileOnly?: true;
};

/** Who a row is about; the id and the address are in files alone. */
export const personColumns: Column[] = [
  { name: 'userId', title: 'User ID', fileOnly: true },
  { name: 'name', title: 'Name' },
  { name: 'email', title: 'Email', fileOnly: true },
  { name: 'team', title: 'Team' },
  { name: 'department', title: 'Department' },
];

/** @param digits after the decimal point */
export function createScoreColumns(digits: number): Column[] {
  return Object.entries(scoreTitles).map(([name, title]) => ({ name, title, digits }));
}

/** What a row about a group and a week begins with; everyone has no department. `people` excludes those excused. */
export const departmentColumns: Column[] = [
  { name: 'week', title: 'Week' },
  { name: 'scope', title: 'Scope' },
  { name: 'department', title: 'Department' },
  { name: 'people', title: 'People', digits: 0 },
  { name: 'excused', title: 'Excused', digits: 0 },
];

/** A person in an org chart with their direct reports. */
export type Branch = { name: string; about: string; counts: string; open: boolean; reports: Branch[] };

/**
 * What a query of a report needs. `asOperator` shows the whole tenant, else what the caller of `graph` may see. Without
 * `week` or `period` a report is about the time that is its default, without `asOf` about now. With `managerId`, a report that
 * leads down a large organisation is about those who report to this manager. A report of a question needs `questionId`;
 * without `version` it is of the current wording, and without `weeks` of as many weeks as is its default.
 */
export type ReportScope = {
  graph: Graph;
  asOperator: boolean;
  now: string;
  week: string | null;
  period: string | null;
  asOf: string | null;
  managerId?: string | null;
  questionId?: string | null;
  version?: number | null;
  weeks?: number | null;
};

/** What the reports need that endpoints of their own read, too. */
export type WeekScope = Pick<ReportScope, 'graph' | 'asOperator' | 'now' | 'week'>;

/** The parameters that queries of several weeks have alike. */
export const toWeekParams = ({ now, week }: Pick<WeekScope, 'now' | 'week'>, weeks: number) => ({
  now,
  weekStart: week,
  weeks,
  rolesThatReadAbsences: permitRowsByQuery('absence:read'),
  minimumGroup: settings.minimumGroup.default,
});

/**
 * `amount` is what `figure` displays, for the change against earlier times; null if there is none, `missing` says why.
 * `saysFigure`: the sentence has the figure as well, and a text leaves it out before it.
 */
export type Headline = {
  figure: string;
  says: string;
  amount: number | null;
  unit?: 'points' | 'people';
  saysFigure?: true;
  missing?: string;
};

/** A headline about a share in per cent. @param says what follows "54 of 62 (87 %)" */
export function createShareHeadline(part: number, whole: number, says: string): Headline {
  const amount = toPercent(part, whole);
  const sentence = `${formatShare(part, whole)} ${says}`;
  return { figure: formatPercent(amount), says: sentence, saysFigure: true, amount, unit: 'points' };
}

/** A headline as a text. */
export function formatHeadline({ figure, says, saysFigure }: Headline): string {
  return saysFigure ? says : `${figure} ${says}`;
}

type Definition<Head, Source> = {
  name: string;
  title: string;
  description: string;
  timeParameter: 'week' | 'period' | 'asOf';
  /** It takes `managerId`. */
  leadsDown?: true;
  /** It takes `questionId`, `version` and `weeks`. */
  isOfQuestion?: true;
  /** The report ends with its week or month, and shows several. */
  isSeries?: true;
  columns: Column[];
  /** The columns, if they depend on the JSON beside the rows: those of a question are its options. */
  columnsOf?: (answer: object) => Column[];
  /** @throws {ApiError} FORBIDDEN if the caller may not read the report */
  read: (scope: ReportScope) => Promise<PermittedList<Head, Source>>;
  /** The Monday or month of the report; null: today. */
  time: (head: Head, scope: ReportScope) => string | null;
  /** The JSON beside the rows. Without it, the JSON is the list of rows. */
  toResponse?: (head: Head) => object;
  /** Makes the JSON of a row; without it, that is what `read` returns. */
  toItem?: (source: Source) => object;
  /** Makes the values of the columns of a row; without it, they are the fields that `read` returns. */
  toRow?: (source: Source) => Row;
  /** The most important figure, and a sentence that explains it. */
  headline: (rows: Row[], head: Head) => Headline;
  emptyMessage: string;
  figures: (rows: Row[], minimumGroup: number, head: Head) => Figure[];
  tree?: (rows: Row[]) => Branch[];
  /** How the figures are computed, in sentences. */
  method: string;
};

/** A report whose own types no longer matter. */
export type ReportDefinition = Definition<object, object>;

export const defineReport = <Head, Source>(definition: Definition<Head, Source>): ReportDefinition =>
  definition as unknown as ReportDefinition;

/** The columns of a file. */
export const listFileColumns = ({ columns, columnsOf, toResponse }: ReportDefinition, head: object): Column[] =>
  columnsOf?.(toResponse?.(head) ?? {}) ?? columns;

const maxTitle = 24;

/** The columns of a table for people. */
export const listTableColumns = (report: ReportDefinition, head: object): Column[] =>
  listFileColumns(report, head)
    .filter(({ fileOnly }) => !fileOnly)
    .map(({ title, ...column }) => ({
      ...column,
      title: title.length > maxTitle ? `${title.slice(0, maxTitle)}…` : title,
    }));

/** A row with a cell for each column: the graph leaves out nulls. */
export function fillCells({ columns, toRow }: ReportDefinition, source: object): Row {
  const row = toRow ? toRow(source) : (source as Row);
  return { ...row, ...Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])) };
}

/** The row of the interface, which has no address. */
export function omitAddress<T extends { email: string }>(source: T): Omit<T, 'email'> {
  const { email: _email, ...row } = source;
  return row;
}

export async function* mapRows<Source, Target>(pages: Rows<Source>, map: (source: Source) => Target): Rows<Target> {
  for await (const page of pages) yield page.map(map);
}

const rowsPerPage = 500;

/** Rows that are computed from all that was read, as pages. */
// oxlint-disable-next-line typescript/require-await -- the rows of other reports are on their way
export async function* splitIntoPages<Source>(rows: Source[]): Rows<Source> {
  yield* splitIntoBatches(rows, rowsPerPage);
}

// The definition of a report: what it reads, its columns, its headline and its figures.
import { splitIntoBatches } from '../../platform/lib/loops.ts';
import type { CsvColumn } from '../../platform/lib/list-format.ts';
import type { Graph, Rows } from '../../platform/graph/client.ts';
import type { PermittedList } from '../../platform/access/in-sight.ts';
import { permitRowsByQuery } from '../../platform/access/permissions.ts';
import { languages, type Language } from '../../platform/lib/languages.ts';
import { settings } from '../../platform/settings/settings.ts';
import type { Figure } from './figures.ts';
import { toPercent, type Row } from './rows.ts';
import { wordsByLanguage, type Words } from './words.ts';

/**
 * `digits`: after the decimal point, for numbers. `unit`: appended to the title. `words`: display texts of values. `holds`: the
 * Monday of a week, or a month. `fileOnly`: an id, an address, or a figure of the method, which is in CSV and not in tables.
 */
export type Column = CsvColumn & {
  digits?: number;
  words?: Readonly<Record<string, string>>;
  holds?: 'week' | 'month';
  fileOnly?: true;
};

/** Who a row is about; the id and the address are in files alone. */
export const createPersonColumns = ({ columns }: Words): Column[] => [
  { name: 'userId', title: columns.userId, fileOnly: true },
  { name: 'name', title: columns.name },
  { name: 'email', title: columns.email, fileOnly: true },
  { name: 'team', title: columns.team },
  { name: 'department', title: columns.department },
];

/** @param digits after the decimal point */
export const createScoreColumns = (digits: number, { scoreTitles }: Words): Column[] =>
  Object.entries(scoreTitles).map(([name, title]) => ({ name, title, digits }));

/** What a row about a group and a week begins with; everyone has no department. `people` excludes those excused. */
export const createDepartmentColumns = ({ columns, scopes }: Words): Column[] => [
  { name: 'week', title: columns.week, holds: 'week' },
  { name: 'scope', title: columns.scope, words: scopes },
  { name: 'department', title: columns.department },
  { name: 'people', title: columns.people, digits: 0 },
  { name: 'excused', title: columns.excused, digits: 0 },
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
  /** The language of what people have written in several; without it, that of the caller. */
  language?: Language;
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
export function createShareHeadline(words: Words, part: number, whole: number, says: string): Headline {
  const amount = toPercent(part, whole);
  const sentence = `${words.formatShare(part, whole)} ${says}`;
  return { figure: words.formatPercent(amount), says: sentence, saysFigure: true, amount, unit: 'points' };
}

/** A headline as a text. */
export function formatHeadline({ figure, says, saysFigure }: Headline): string {
  return saysFigure ? says : `${figure} ${says}`;
}

/** What every report says, in one language: each also has texts of its own. */
type Texts = {
  title: string;
  description: string;
  emptyMessage: string;
  /** How the figures are computed, in sentences. */
  method: string;
};

/** A report in one language. */
type Definition<Head, Source> = {
  name: string;
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
  figures: (rows: Row[], minimumGroup: number, head: Head) => Figure[];
  tree?: (rows: Row[]) => Branch[];
};

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
type Read<Head, Source> = (scope: ReportScope) => Promise<PermittedList<Head, Source>>;

/** A report whose own types no longer matter, in one language. `texts` are those of all. */
export type ReportDefinition = Definition<object, object> &
  Texts & {
    read: Read<object, object>;
    language: Language;
    texts: Readonly<Record<Language, Texts>>;
    inLanguage: (language: Language) => ReportDefinition;
  };

/**
 * Defines a report. It is in English, as the interface and the files are; `inLanguage` has it for the pages of other readers.
 *
 * @param texts all that this report alone says. Their functions take numbers, and texts that are formatted
 * @param define makes the report of these texts, and of the words that reports share
 */
export function defineReport<Own extends Texts, Head, Source>(
  texts: Readonly<Record<Language, Own>>,
  read: Read<Head, Source>,
  define: (own: Own, words: Words) => Definition<Head, Source>,
): ReportDefinition {
  const make = (language: Language): ReportDefinition => {
    const { title, description, emptyMessage, method } = texts[language];
    const definition = define(texts[language], wordsByLanguage[language]);
    const made = { ...definition, read, title, description, emptyMessage, method, language, texts, inLanguage };
    return made as unknown as ReportDefinition;
  };
  const inLanguage = (language: Language): ReportDefinition => made[language];
  const made = Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<
    Language,
    ReportDefinition
  >;
  return made.en;
}

/** The columns of a file. */
export const listFileColumns = ({ columns, columnsOf, toResponse }: ReportDefinition, head: object): Column[] =>
  columnsOf?.(toResponse?.(head) ?? {}) ?? columns;

const maxTitle = 24;

/** The columns of a table for people. Titles that are answers of a question may be long. */
export const listTableColumns = (report: ReportDefinition, head: object): Column[] =>
  listFileColumns(report, head)
    .filter(({ fileOnly }) => !fileOnly)
    .map(({ title, ...column }) => ({
      ...column,
      title: report.columnsOf && title.length > maxTitle ? `${title.slice(0, maxTitle)}…` : title,
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

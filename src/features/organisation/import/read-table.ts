// Reads a CSV file as people's programs write it: its encoding, its separator, and its columns by their titles.
import { CsvError, parse } from 'csv-parse/sync';
import { unescapeFormula } from '../../../platform/lib/formulas.ts';
import { pluralize } from '../../../platform/lib/pluralize.ts';
import { decodeText, repairMisread } from '../../../platform/lib/text-encoding.ts';
import { findOtherKind } from './other-files.ts';
import { quote } from './quote.ts';
import { createHeaderReader, type Fault, type Header, type TableColumns } from './read-header.ts';

export type { Fault };

/** In the order of the file; faults of the file as a whole come first. */
export const sortByRow = (faults: readonly Fault[]): Fault[] => faults.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));

/** `cell` returns the trimmed text, `cells` that of each title which is read, also if it is empty. */
type TableRow<Name extends string> = {
  row: number;
  cell: (column: Name) => string;
  cells: (column: Name) => string[];
  has: (column: Name) => boolean;
};

/**
 * `ignored` are the titles of the columns that are not read, `titles` all of them. `likely`: which column such a title may stand
 * for. `notes`: sentences about what was skipped.
 */
type Table<Name extends string> = {
  rows: TableRow<Name>[];
  faults: Fault[];
  titles: readonly string[];
  ignored: string[];
  likely: ReadonlyMap<string, Name>;
  notes: string[];
};

const separators = [',', ';', '\t', '|'];

/** What a file may have. It is counted before it is parsed, which takes far longer than reading its bytes. */
export const tableLimits = { rows: 200_000, columns: 100, charactersOfHeader: 20_000, charactersOfRow: 100_000 };
/** A file is read up to so many faults. */
const mostFaults = 50;
/** The titles are looked for in so many rows, and characters, from the beginning. */
const searched = { rows: 20, characters: 100_000 };

/**
 * Reads a CSV file in UTF-8 or UTF-16 that is separated by commas, semicolons, tabs or bars.
 *
 * @param mapped the column that the user means by a title (`--map`), by title
 */
export function readTable<Name extends string>(
  csv: Buffer,
  columns: TableColumns<Name>,
  mapped?: Readonly<Record<string, string>>,
): Table<Name> {
  const text = decodeText(csv).replace(/^ï»¿/, ''); // the byte order mark of a text that was read as Windows-1252
  const wrong = findOtherKind(csv, text) ?? findExcess(text);
  const nothing = { rows: [], titles: [], ignored: [], likely: new Map<string, Name>(), notes: [] };
  if (wrong !== null) return { ...nothing, faults: [{ row: null, message: wrong }] };
  const { separator, lines, above, header, broken: unread } = findHeader(text, columns, mapped);
  const { titles, likely } = header;
  const places = [...header.places];
  const first = lines + above.length;
  const faults: Fault[] = [];
  const rows: TableRow<Name>[] = [];
  const undecoded: number[] = [];
  const misread: { row: number; message: string }[] = [];
  const totals: { row: number; text: string }[] = [];
  /** In how many rows a title is read because a better one has an empty cell. */
  const used = new Map<number, number>();
  const has = (column: Name): boolean => header.places.has(column);

  function readRecord(record: string[], row: number): void {
    if (record.every((cell) => cell.trim() === '')) return;
    const total = columns.isReport ? findTotal(record) : null;
    if (total !== null) return void totals.push({ row, text: total });
    if (record.length !== titles.length) {
      return void faults.push({ row, message: `has ${record.length} cells where the header has ${titles.length}` });
    }
    for (const [name, indexes] of places) {
      for (const index of indexes) {
        const text = (record[index] ?? '').trim();
        if (!formulaErrors.test(text)) continue;
        faults.push({ row, message: `${name} has ${text}, the error of a spreadsheet, in place of a value` });
      }
      const at = indexes.find((index) => record[index]?.trim());
      if (at !== undefined && at !== indexes[0]) used.set(at, (used.get(at) ?? 0) + 1);
    }
    if (record.some((cell) => cell.includes('\uFFFD'))) undecoded.push(row);
    const wrong = record.find((cell) => repairMisread(cell) !== null);
    if (wrong !== undefined) {
      const shown = `${JSON.stringify(wrong.trim())}, probably ${JSON.stringify(repairMisread(wrong)?.trim())}`;
      misread.push({ row, message: `has text that was read in the wrong encoding: ${shown}` });
    }
    const cells = (column: Name): string[] =>
      (header.places.get(column) ?? []).map((index) => unescapeFormula((record[index] ?? '').trim()));
    rows.push({ row, cell: (column) => cells(column).find((text) => text !== '') ?? '', cells, has });
  }

  if (header.faults.length > 0) {
    return { ...nothing, titles, likely, faults: unread ? [unread] : header.faults, ignored: [] };
  }
  const broken = parseRecords(text, separator, (record, index) => {
    if (index > first) readRecord(record, index - lines + 1);
    return faults.length < mostFaults;
  });
  if (broken) faults.push({ ...broken, row: (broken.row ?? 0) - lines });
  if (faults.length >= mostFaults)
    faults.push({ row: null, message: `The file was read up to its first ${mostFaults} faults; there may be more.` });
  const andMore = (all: unknown[]): string => (all.length > 1 ? `, as ${pluralize(all.length, 'row')} do in all` : '');
  const advice = 'open the original file as UTF-8 and save it as "CSV UTF-8"';
  if (undecoded[0] !== undefined) {
    const message = `contains characters that are not UTF-8${andMore(undecoded)}; save the file as "CSV UTF-8"`;
    faults.push({ row: undecoded[0], message });
  }
  if (misread[0]) faults.push({ row: misread[0].row, message: `${misread[0].message}${andMore(misread)}; ${advice}` });
  const read = new Set(places.flatMap(([name, indexes]) => (columns.always?.has(name) ? indexes : indexes[0])));
  const ignored = titles.filter((title, index) => title !== '' && !read.has(index) && !used.has(index));
  const notes = [...describeAbove(above), ...describeTotals(totals), ...describeUsed(titles, places, used)];
  return { rows, faults, titles, ignored, likely, notes };
}

function describeAbove(above: readonly (readonly string[])[]): string[] {
  const texts = above.map((record) =>
    record
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(', '),
  );
  const shown = texts.filter((text) => text !== '').slice(0, 3);
  if (above.length === 0) return [];
  const what = shown.length === 0 ? '' : `, such as ${shown.map(quote).join(' and ')}`;
  return [`the titles are in row ${above.length + 1}; ${pluralize(above.length, 'row')} above them not read${what}`];
}

function describeTotals(totals: readonly { row: number; text: string }[]): string[] {
  const [one] = totals;
  if (!one) return [];
  return [`${pluralize(totals.length, 'row')} of totals not read, from row ${one.row} on: ${quote(one.text)}`];
}

function describeUsed(
  titles: readonly string[],
  places: readonly (readonly [string, readonly number[]])[],
  used: ReadonlyMap<number, number>,
): string[] {
  return places.flatMap(([, indexes]) =>
    indexes.flatMap((index) => {
      const rows = used.get(index) ?? 0;
      const better = JSON.stringify(titles[indexes[0] ?? 0]);
      return rows === 0
        ? []
        : [`${JSON.stringify(titles[index])} is read where ${better} is empty: ${pluralize(rows, 'row')}`];
    }),
  );
}

/** A line of a report below, or between, its rows: a word for a total, and one further cell at most. */
const totalWords =
  /^(?:(?:grand|sub)[ -]?)?(?:total|sum|summe|gesamt|gesamtsumme|count|anzahl|end of report|ende des berichts)(?:\s*[:=].*|\s+[\d(].*|\s+(?:rows|records|employees|people|users|headcount|mitarbeiter|personen)\b.*)?$/i;

function findTotal(record: readonly string[]): string | null {
  const present = record.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [text = ''] = present;
  return present.length <= 2 && totalWords.test(text) && !present.some((cell) => cell.includes('@')) ? text : null;
}

/** What Excel, LibreOffice and Google Sheets show in place of a value, in English and German; `####` is a narrow column. */
const formulaErrors =
  /^(?:#(?:N\/A|NV|REF!|BEZUG!|NAME\?|VALUE!|WERT!|DIV\/0!|NULL!|NUM!|ZAHL!|SPILL!|ÜBERLAUF!|CALC!|KALK!|GETTING_DATA|ERROR!)|Err:\d{3}|#{3,})$/i;

const lineEnd = /\r\n|\r|\n/g;

/** What a file has too much of, as a sentence; null if nothing. */
function findExcess(text: string): string | null {
  const end = /\r|\n/.exec(text)?.index ?? text.length;
  const header = text.slice(0, end);
  const { rows, columns, charactersOfHeader } = tableLimits;
  const named = Math.max(...separators.map((separator) => header.split(separator, columns + 1).length));
  if (header.length > charactersOfHeader || named > columns) return `The first row names more than ${columns} columns.`;
  let lines = 0;
  for (const _end of text.matchAll(lineEnd)) {
    lines += 1;
    if (lines > rows + 1) return `The file has more than ${rows.toLocaleString('en')} rows; split it.`;
  }
  return null;
}

/**
 * Finds the row of titles and the separator: the first row that has all that is required, or else the row that names the most
 * columns. A line such as `sep=;` before it names the separator.
 *
 * @returns `above`: the rows before it; `broken`: what ended the parsing of a row of titles
 */
function findHeader<Name extends string>(
  text: string,
  columns: TableColumns<Name>,
  mapped: Readonly<Record<string, string>> | undefined,
): { separator: string; lines: number; above: string[][]; header: Header<Name>; broken: Fault | null } {
  const named = /^"?sep=(.)"?(?:\r\n|\r|\n)/i.exec(text)?.[1];
  const isNamed = named !== undefined && separators.includes(named);
  const lines = isNamed ? 1 : 0;
  const readHeader = createHeaderReader(columns, mapped);
  const most = columns.isReport ? searched.rows : 1;
  const beginning = firstLines(text, most + lines);
  const found = (isNamed ? [named] : separators).flatMap((separator) => {
    const records: string[][] = [];
    const broken = parseRecords(beginning, separator, (record) => {
      records.push(record);
      return records.length < most + lines;
    });
    const rows = records.slice(lines);
    const present = rows.some((record) => record.some((cell) => cell.trim() !== '')) ? rows : rows.slice(0, 1);
    return (present.length > 0 ? present : [[]]).map((record, index) => {
      const header = readHeader(record, index + 1);
      const isBlank = record.every((cell) => cell.trim() === '') && present.length > 1;
      const isPossible = record.length <= tableLimits.columns && !isBlank;
      const known = isPossible ? header.places.size : -1;
      const above = rows.slice(0, index);
      const isWhole = isPossible && header.faults.length === 0;
      return { separator, lines, above, header, broken: index === 0 ? broken : null, known, isWhole };
    });
  });
  const byRow = (a: Found, b: Found): number => a.above.length - b.above.length;
  const byKnown = (a: Found, b: Found): number => b.known - a.known;
  type Found = (typeof found)[number];
  const [whole] = found.filter(({ isWhole }) => isWhole).toSorted((a, b) => byRow(a, b) || byKnown(a, b));
  const best = whole ?? found.toSorted((a, b) => byKnown(a, b) || byRow(a, b))[0];
  if (!best) throw new Error('There is always a row.');
  return best;
}

/** The text up to the end of so many lines, at most `searched.characters` of it. */
function firstLines(text: string, lines: number): string {
  let left = lines;
  for (const { index } of text.slice(0, searched.characters).matchAll(lineEnd)) {
    left -= 1;
    if (left === 0) return text.slice(0, index);
  }
  return text.slice(0, searched.characters);
}

/**
 * Parses a text into records, with blank lines, so that their indexes match the rows of a spreadsheet.
 *
 * @param take gets each record; parsing ends when it returns false
 * @returns what ends the parsing; its row counts from 1
 */
function parseRecords(
  text: string,
  separator: string,
  take: (record: string[], index: number) => boolean,
): Fault | null {
  const stop = new Error('No more records are wanted.');
  let index = 0;
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: tableLimits.charactersOfRow,
      on_record: (record: string[]) => {
        const goesOn = take(record, index);
        index += 1;
        if (!goesOn) throw stop;
      },
    });
    return null;
  } catch (error) {
    if (error === stop) return null;
    if (!(error instanceof CsvError)) throw error;
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE';
    const message = isLong
      ? `has more than ${tableLimits.charactersOfRow.toLocaleString('en')} characters`
      : 'has a quotation mark that is not closed or not doubled';
    return { row: index + 1, message };
  }
}

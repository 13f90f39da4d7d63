// Reads a CSV file as people's programs write it: its encoding, its separator, and its columns by their titles.
import { CsvError, parse } from 'csv-parse/sync';
import { unescapeFormula } from '../lib/formulas.ts';
import { pluralize } from '../lib/pluralize.ts';
import { decodeText, repairMisread } from '../lib/text-encoding.ts';

/** An error in a file. `row` counts as in a spreadsheet (the header is row 1); null for the file as a whole. */
export type Fault = { row: number | null; message: string };

/** In the order of the file; faults of the file as a whole come first. */
export const sortByRow = (faults: readonly Fault[]): Fault[] => faults.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));

/** `cell` returns the trimmed text. */
type TableRow<Name extends string> = {
  row: number;
  cell: (column: Name) => string;
  has: (column: Name) => boolean;
};

/** The columns of a file; a title is compared without regard to case, blanks, hyphens, underscores and dots. */
type TableColumns<Name extends string> = {
  required: readonly Name[];
  optional?: readonly Name[];
  /** Other titles of a column. */
  aliases?: Partial<Record<Name, readonly string[]>>;
};

/** `ignored` are the titles of the columns that are not known. */
type Table<Name extends string> = { rows: TableRow<Name>[]; faults: Fault[]; ignored: string[] };

const separators = [',', ';', '\t', '|'];

/**
 * Reads a CSV file in UTF-8 or UTF-16 that is separated by commas, semicolons, tabs or bars.
 *
 * @param titles the column that the user means by a title (`--map`), by title
 */
export function readTable<Name extends string>(
  csv: Buffer,
  columns: TableColumns<Name>,
  titles?: Readonly<Record<string, string>>,
): Table<Name> {
  const faults: Fault[] = [];
  const text = decodeText(csv).replace(/^ï»¿/, ''); // the byte order mark of a text that was read as Windows-1252
  const { separator, lines } = findSeparator(text, columns, titles);
  const records = parseRecords(text, separator, faults);
  records.splice(0, lines);
  if (records.length === 0 && faults.length > 0) return { rows: [], faults, ignored: [] };
  const [header = [], ...body] = records;
  const { names, ...found } = readHeader(header, columns, titles);
  if (found.faults.length > 0) return { rows: [], ...found };

  const rows: TableRow<Name>[] = [];
  const undecoded: number[] = [];
  const misread: { row: number; message: string }[] = [];
  body.forEach((record, index) => {
    const row = index + 2;
    if (record.every((cell) => cell.trim() === '')) return;
    if (record.length !== names.length) {
      return void faults.push({ row, message: `has ${record.length} cells where the header has ${names.length}` });
    }
    if (record.some((cell) => cell.includes('\uFFFD'))) undecoded.push(row);
    const wrong = record.find((cell) => repairMisread(cell) !== null);
    if (wrong !== undefined) {
      const shown = `${JSON.stringify(wrong.trim())}, probably ${JSON.stringify(repairMisread(wrong)?.trim())}`;
      misread.push({ row, message: `has text that was read in the wrong encoding: ${shown}` });
    }
    const cell = (column: Name): string => unescapeFormula((record[names.indexOf(column)] ?? '').trim());
    rows.push({ row, cell, has: (column) => names.includes(column) });
  });
  const andMore = (all: unknown[]): string => (all.length > 1 ? `, as ${pluralize(all.length, 'row')} do in all` : '');
  const advice = 'open the original file as UTF-8 and save it as "CSV UTF-8"';
  if (undecoded[0] !== undefined) {
    const message = `contains characters that are not UTF-8${andMore(undecoded)}; save the file as "CSV UTF-8"`;
    faults.push({ row: undecoded[0], message });
  }
  if (misread[0]) faults.push({ row: misread[0].row, message: `${misread[0].message}${andMore(misread)}; ${advice}` });
  return { rows, faults, ignored: found.ignored };
}

/** The separator with which the first row names the most columns, unless a line such as `sep=;` before it names one. */
function findSeparator<Name extends string>(
  text: string,
  columns: TableColumns<Name>,
  titles: Readonly<Record<string, string>> | undefined,
): { separator: string; lines: number } {
  const named = /^"?sep=(.)"?(?:\r\n|\r|\n)/i.exec(text)?.[1];
  if (named !== undefined && separators.includes(named)) return { separator: named, lines: 1 };
  const end = /\r|\n/.exec(text)?.index ?? text.length;
  const counts = separators.map((separator) => {
    const [header = []] = parseRecords(text.slice(0, end), separator, []);
    return readHeader(header, columns, titles).names.filter((name) => name !== null).length;
  });
  return { separator: separators[counts.indexOf(Math.max(...counts))] ?? ',', lines: 0 };
}

/** Keeps blank lines, so positions match the rows of a spreadsheet. Parsing ends at a broken quotation mark. */
function parseRecords(text: string, separator: string, faults: Fault[]): string[][] {
  const records: string[][] = [];
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record: (record: string[]) => void records.push(record),
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    faults.push({ row: records.length + 1, message: 'has a quotation mark that is not closed or not doubled' });
  }
  return records;
}

/** The column of each title of the first row; null for one that is ignored. */
function readHeader<Name extends string>(
  header: string[],
  { required, optional = [], aliases = {} }: TableColumns<Name>,
  titles: Readonly<Record<string, string>> | undefined,
): { names: (Name | null)[]; faults: Fault[]; ignored: string[] } {
  const known = [...required, ...optional];
  const byTitle = new Map<string, Name>();
  for (const name of known) {
    for (const title of [name, ...(aliases[name] ?? [])]) byTitle.set(simplifyTitle(title), name);
  }
  const faults: Fault[] = [];
  for (const [title, name] of Object.entries(titles ?? {})) {
    const column = known.find((one) => one === name);
    if (column) byTitle.set(simplifyTitle(title), column);
    else
      faults.push({
        row: null,
        message: `There is no column ${JSON.stringify(name)}; the columns are ${known.join(', ')}.`,
      });
    if (!header.some((one) => simplifyTitle(one) === simplifyTitle(title))) {
      faults.push({ row: 1, message: `has no column with the title ${JSON.stringify(title)}` });
    }
  }
  const names = header.map((title) => byTitle.get(simplifyTitle(title)) ?? null);
  const ignored = header.filter((title, index) => names[index] === null && title.trim() !== '');
  if (header.every((title) => title.trim() === '')) {
    return {
      names,
      ignored,
      faults: [
        {
          row: null,
          message: `The file is empty; its first row names the columns ${listColumns(required, optional)}.`,
        },
      ],
    };
  }
  const others = ignored.map((title) => JSON.stringify(title.trim())).join(', ');
  for (const column of required.filter((name) => !names.includes(name))) {
    const hint = titles
      ? `; of ${others}, --map "title=${column}" names the one that is meant`
      : `; ${others} is not known`;
    faults.push({ row: 1, message: `lacks the column ${column}${others === '' ? '' : hint}` });
  }
  for (const column of known.filter((name) => names.indexOf(name) < names.lastIndexOf(name))) {
    const twice = header
      .filter((_title, index) => names[index] === column)
      .map((title) => JSON.stringify(title.trim()));
    faults.push({ row: 1, message: `has the column ${column} twice: ${twice.join(' and ')}` });
  }
  return { names, faults, ignored: ignored.map((title) => title.trim()) };
}

const listColumns = (required: readonly string[], optional: readonly string[]): string =>
  required.join(', ') + (optional.length > 0 ? ` and optionally ${optional.join(', ')}` : '');

/** Titles differ in case, blanks and punctuation between programs. */
function simplifyTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_.\-‐‑()/]+/g, '');
}

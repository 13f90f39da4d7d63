// Reads a CSV file as people's programs write it: its encoding, its separator, and its columns by their titles.
import { CsvError, parse } from 'csv-parse/sync';
import { unescapeFormula } from '../../../platform/lib/formulas.ts';
import { pluralize } from '../../../platform/lib/pluralize.ts';
import { decodeText, repairMisread } from '../../../platform/lib/text-encoding.ts';

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
  /** If an entry is a list, one of its columns is enough. */
  required: readonly (Name | readonly Name[])[];
  optional?: readonly Name[];
  /** Other titles of a column. If a file has several of them, the first one of this list is used, and the others are ignored. */
  aliases?: Partial<Record<Name, readonly string[]>>;
};

/** `ignored` are the titles of the columns that are not known. `likely`: which column such a title may stand for. */
type Table<Name extends string> = {
  rows: TableRow<Name>[];
  faults: Fault[];
  ignored: string[];
  likely: ReadonlyMap<string, Name>;
};

const separators = [',', ';', '\t', '|'];

/** What a file may have. It is counted before it is parsed, which takes far longer than reading its bytes. */
export const tableLimits = { rows: 200_000, columns: 100, charactersOfHeader: 20_000, charactersOfRow: 100_000 };
/** A file is read up to so many faults. */
const mostFaults = 50;

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
  const text = decodeText(csv).replace(/^ï»¿/, ''); // the byte order mark of a text that was read as Windows-1252
  const tooMuch = findExcess(text);
  if (tooMuch !== null) return { rows: [], faults: [{ row: null, message: tooMuch }], ignored: [], likely: new Map() };
  const { separator, lines } = findSeparator(text, columns, titles);
  const faults: Fault[] = [];
  const rows: TableRow<Name>[] = [];
  const undecoded: number[] = [];
  const misread: { row: number; message: string }[] = [];
  let header: ReturnType<typeof readHeader<Name>> | null = null;

  function readRecord(record: string[], row: number, names: (Name | null)[]): void {
    if (record.every((cell) => cell.trim() === '')) return;
    if (record.length !== names.length) {
      return void faults.push({ row, message: `has ${record.length} cells where the header has ${names.length}` });
    }
    for (const [index, name] of names.entries()) {
      const text = (record[index] ?? '').trim();
      if (name !== null && formulaErrors.test(text)) {
        faults.push({ row, message: `${name} has ${text}, the error of a spreadsheet, in place of a value` });
      }
    }
    if (record.some((cell) => cell.includes('\uFFFD'))) undecoded.push(row);
    const wrong = record.find((cell) => repairMisread(cell) !== null);
    if (wrong !== undefined) {
      const shown = `${JSON.stringify(wrong.trim())}, probably ${JSON.stringify(repairMisread(wrong)?.trim())}`;
      misread.push({ row, message: `has text that was read in the wrong encoding: ${shown}` });
    }
    const cell = (column: Name): string => unescapeFormula((record[names.indexOf(column)] ?? '').trim());
    rows.push({ row, cell, has: (column) => names.includes(column) });
  }

  const broken = parseRecords(text, separator, (record, index) => {
    if (index < lines) return true;
    const row = index - lines + 1;
    if (header === null) header = readHeader(record, columns, titles);
    else readRecord(record, row, header.names);
    return header.faults.length === 0 && faults.length < mostFaults;
  });
  const { names: _names, ...found } = header ?? readHeader<Name>([], columns, titles);
  if (found.faults.length > 0) return { ...found, rows: [], faults: broken && !header ? [broken] : found.faults };
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
  return { rows, faults, ignored: found.ignored, likely: found.likely };
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
    let header: string[] = [];
    parseRecords(text.slice(0, end), separator, (record) => {
      header = record;
      return false;
    });
    return readHeader(header, columns, titles).names.filter((name) => name !== null).length;
  });
  return { separator: separators[counts.indexOf(Math.max(...counts))] ?? ',', lines: 0 };
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

/** The column of each title of the first row; null for one that is ignored. */
function readHeader<Name extends string>(
  header: string[],
  { required, optional = [], aliases = {} }: TableColumns<Name>,
  titles: Readonly<Record<string, string>> | undefined,
): { names: (Name | null)[]; faults: Fault[]; ignored: string[]; likely: Map<string, Name> } {
  const known = [...new Set([...required.flat(), ...optional] as Name[])];
  const byTitle = new Map<string, { name: Name; place: number }>();
  for (const name of known) {
    for (const [place, title] of [name, ...(aliases[name] ?? [])].entries()) {
      byTitle.set(simplifyTitle(title), { name, place });
    }
  }
  const faults: Fault[] = [];
  for (const [title, name] of Object.entries(titles ?? {})) {
    const column = known.find((one) => one === name);
    if (column) byTitle.set(simplifyTitle(title), { name: column, place: -1 });
    else
      faults.push({
        row: null,
        message: `There is no column ${JSON.stringify(name)}; the columns are ${known.join(', ')}.`,
      });
    if (!header.some((one) => simplifyTitle(one) === simplifyTitle(title))) {
      faults.push({ row: 1, message: `has no column with the title ${JSON.stringify(title)}` });
    }
  }
  const found = header.map((title) => byTitle.get(simplifyTitle(title)) ?? null);
  const best = new Map<Name, number>();
  for (const one of found) if (one) best.set(one.name, Math.min(one.place, best.get(one.name) ?? one.place));
  const names = found.map((one) => (one && best.get(one.name) === one.place ? one.name : null));
  const ignored = header.filter((title, index) => names[index] === null && title.trim() !== '');
  if (header.every((title) => title.trim() === '')) {
    return {
      names,
      ignored,
      likely: new Map(),
      faults: [
        {
          row: null,
          message: `The file is empty; its first row names the columns ${listColumns(required, optional)}.`,
        },
      ],
    };
  }
  const others = ignored.map((title) => JSON.stringify(title.trim())).join(', ');
  for (const choice of required) {
    const possible = typeof choice === 'string' ? [choice] : choice;
    if (possible.some((name) => names.includes(name))) continue;
    const hint = titles
      ? `; of ${others}, --map "title=${possible[0]}" names the one that is meant`
      : `; ${others} is not known`;
    faults.push({ row: 1, message: `lacks the column ${possible.join(' or ')}${others === '' ? '' : hint}` });
  }
  for (const column of known.filter((name) => names.indexOf(name) < names.lastIndexOf(name))) {
    const twice = header
      .filter((_title, index) => names[index] === column)
      .map((title) => JSON.stringify(title.trim()));
    faults.push({ row: 1, message: `has the column ${column} twice: ${twice.join(' and ')}` });
  }
  const likely = new Map<string, Name>();
  for (const title of ignored) {
    const words = title
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}]+/u);
    const column = words.map((word) => byTitle.get(word)?.name).find((name) => name && !names.includes(name));
    if (column) likely.set(title.trim(), column);
  }
  return { names, faults, ignored: ignored.map((title) => title.trim()), likely };
}

const listColumns = (required: readonly (string | readonly string[])[], optional: readonly string[]): string =>
  required.map((choice) => (typeof choice === 'string' ? choice : choice.join(' or '))).join(', ') +
  (optional.length > 0 ? ` and optionally ${optional.join(', ')}` : '');

/** Titles differ in case, blanks and punctuation between programs. */
function simplifyTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_.\-‐‑()/]+/g, '');
}

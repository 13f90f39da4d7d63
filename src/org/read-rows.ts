// Reads the rows of a CSV file: encoding, separators and columns. row-faults.ts validates the cells.
import { CsvError, parse } from 'csv-parse/sync';
import { unescapeFormula } from '../rules/formulas.ts';
import { normalizeEmail, requiredColumns, parseRoles, type Column, type FilePerson } from './columns.ts';

/** An error in a file. `row` counts as in a spreadsheet (the header is row 1); null for the file as a whole. */
export type Fault = { row: number | null; message: string };

export type PersonRow = FilePerson & { row: number };

/** `cell` returns the trimmed text. */
type TableRow<Name extends string> = {
  row: number;
  cell: (column: Name) => string;
  has: (column: Name) => boolean;
};

/** Reads people from a CSV file; rows that cannot be read become faults. */
export function readRows(csv: Buffer): { rows: PersonRow[]; faults: Fault[] } {
  const { rows, faults } = readTable<Column | 'id'>(csv, requiredColumns, ['startDate', 'id']);
  const people = rows.map(({ row, cell, has }) => ({
    row,
    ...parsePerson(cell),
    ...(has('startDate') && { startDate: cell('startDate') }),
  }));
  return { rows: people, faults };
}

/** Reads a CSV file with the required columns and, if present, the optional ones. Other columns are faults. */
export function readTable<Name extends string>(
  csv: Buffer,
  required: readonly Name[],
  optional: readonly Name[] = [],
): { rows: TableRow<Name>[]; faults: Fault[] } {
  if (looksLikeUtf16(csv)) return rejectFile('The file is in UTF-16; save it as "CSV UTF-8" and import that.');
  const faults: Fault[] = [];
  const records = parseRecords(new TextDecoder().decode(csv), faults);
  if (records.length === 0 && faults.length > 0) return { rows: [], faults };
  const [header = [], ...body] = records;
  const names = header.map((name) => name.trim());
  const columnFaults = validateHeader(names, required, optional);
  if (columnFaults.length > 0) return { rows: [], faults: columnFaults };

  const rows: TableRow<Name>[] = [];
  body.forEach((record, index) => {
    const row = index + 2;
    if (record.every((cell) => cell.trim() === '')) return;
    if (record.length !== names.length) {
      return void faults.push({ row, message: `has ${record.length} cells where the header has ${names.length}` });
    }
    if (record.some((cell) => cell.includes('\uFFFD'))) {
      faults.push({ row, message: 'contains characters that are not UTF-8; save the file as "CSV UTF-8"' });
    }
    const cell = (column: Name): string => unescapeFormula((record[names.indexOf(column)] ?? '').trim());
    rows.push({ row, cell, has: (column) => names.includes(column) });
  });
  return { rows, faults };
}

function parsePerson(cell: (column: Column) => string): FilePerson {
  const text = (column: Column): string => cell(column).replaceAll('\r\n', '\n');
  return {
    email: normalizeEmail(cell('email')),
    name: text('name'),
    jobTitle: text('jobTitle'),
    team: text('team'),
    department: text('department'),
    managerEmail: normalizeEmail(cell('managerEmail')),
    roles: parseRoles(cell('roles')),
  };
}

/** Keeps blank lines, so positions match the rows of a spreadsheet. Parsing ends at a broken quotation mark. */
function parseRecords(text: string, faults: Fault[]): string[][] {
  const records: string[][] = [];
  try {
    parse(text, {
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

function validateHeader(names: string[], required: readonly string[], optional: readonly string[]): Fault[] {
  const optionalShown = optional.filter((name) => name !== 'id');
  const listed = required.join(', ') + (optionalShown.length > 0 ? ` and optionally ${optionalShown.join(', ')}` : '');
  if (names.every((name) => name === ''))
    return [{ row: null, message: `The file is empty; its first row names the columns ${listed}.` }];
  if (names.length === 1 && /[;\t]/.test(names[0] ?? '')) {
    return [{ row: 1, message: `is not separated by commas; the columns are ${listed}` }];
  }
  const missing = required.filter((column) => !names.includes(column));
  const unknown = names.filter((name) => ![...required, ...optional].includes(name));
  const duplicates = names.filter((name, index) => names.indexOf(name) < index);
  return [
    ...missing.map((name) => ({ row: 1, message: `lacks the column ${name}` })),
    ...unknown.map((name) => ({ row: 1, message: `has a column ${JSON.stringify(name)}; the columns are ${listed}` })),
    ...duplicates.map((name) => ({ row: 1, message: `has the column ${JSON.stringify(name)} twice` })),
  ];
}

function rejectFile(message: string): { rows: []; faults: Fault[] } {
  return { rows: [], faults: [{ row: null, message }] };
}

function looksLikeUtf16(csv: Buffer): boolean {
  const [first, second] = csv;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return marked || (csv.length > 1 && (first === 0) !== (second === 0));
}

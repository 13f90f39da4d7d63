// Reads questions from a file, and from the options of a command, into the bodies of POST /questions.
import { normalizeEmail } from '../../../src/features/organisation/import/columns.ts';
import { readTable, type Fault } from '../../../src/features/organisation/import/read-table.ts';
import { maxRows, type Row } from '../../../src/features/questions/ask-many.ts';
import { languages, type Language } from '../../../src/platform/lib/languages.ts';
import { decodeText } from '../../../src/platform/lib/text-encoding.ts';
import { toUuid } from '../../../src/platform/schema/validation.ts';

type Words = Partial<Record<Language, string>>;
/** What a question is written with in a row or in options: texts, which the schema of the API checks afterwards. */
export type Written = {
  kind: string;
  text: Words;
  low?: Words;
  high?: Words;
  options?: Partial<Record<Language, string[]>>;
  points?: string;
  lowest?: string;
  several?: boolean | string;
  required?: boolean | string;
  audience: string;
  frequency?: string;
  everyWeeks?: string;
  from?: string;
  to?: string;
};
type Body = Record<string, unknown>;
export type QuestionFile = { rows: Row[]; faults: Fault[]; ignored: string[] };

const wordColumns = ['text', 'low', 'high', 'options'] as const;
type WordColumn = `${(typeof wordColumns)[number]}.${Language}`;
const columnsOf = (name: (typeof wordColumns)[number]): WordColumn[] =>
  languages.map((language) => `${name}.${language}` as const);
const plainColumns = ['points', 'lowest', 'several', 'required', 'frequency', 'everyWeeks', 'from', 'to'] as const;
/** What `question ls` prints besides; a file may have it, and it is not read. */
export const shownColumns = ['id', 'version', 'createdAt', 'endedAt'] as const;
/** The columns of a file of questions, in the order in which `question ls` prints them. */
export const columns = ['kind', 'audience', ...wordColumns.flatMap(columnsOf), ...plainColumns] as const;

/** Reads a CSV file, or a JSON array of bodies of POST /questions. */
export function readQuestions(content: Buffer): QuestionFile {
  const text = decodeText(content);
  const file = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(content);
  if (file.rows.length > maxRows) file.faults.push({ row: null, message: `There are more than ${maxRows} questions.` });
  else if (file.rows.length === 0 && file.faults.length === 0)
    file.faults.push({ row: null, message: 'There is no question in it.' });
  return file;
}

function readJson(text: string): QuestionFile {
  const refuse = (message: string): QuestionFile => ({ rows: [], faults: [{ row: null, message }], ignored: [] });
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return refuse('It is not valid JSON.');
  }
  if (!Array.isArray(list)) return refuse('It must be a JSON array of questions, or a CSV file.');
  const rows = list.map((one: unknown, index) => {
    const isObject = typeof one === 'object' && one !== null && !Array.isArray(one);
    if (!isObject) return { row: index + 1, body: one };
    const body = one as Body;
    const { audience } = body;
    return {
      row: index + 1,
      body: { ...body, audience: typeof audience === 'string' ? toAudience(audience) : audience },
    };
  });
  return { rows, faults: [], ignored: [] };
}

function readCsv(content: Buffer): QuestionFile {
  const { rows, faults, ignored } = readTable(content, {
    required: ['kind', 'audience', columnsOf('text')],
    optional: [...columns, ...shownColumns],
  });
  const read = rows.map(({ row, cell, has }) => {
    const wordsOf = (name: (typeof wordColumns)[number]): Words =>
      Object.fromEntries(
        languages.flatMap((language) => {
          const column = `${name}.${language}` as const;
          const words = has(column) ? cell(column) : '';
          return words === '' ? [] : [[language, words]];
        }),
      );
    const texts = (names: readonly (typeof plainColumns)[number][]) =>
      Object.fromEntries(names.flatMap((name) => (has(name) && cell(name) !== '' ? [[name, cell(name)]] : [])));
    const listed = Object.entries(wordsOf('options')).map(([language, words]) => [language, splitOptions(words)]);
    const written: Written = {
      kind: cell('kind'),
      audience: cell('audience'),
      text: wordsOf('text'),
      low: wordsOf('low'),
      high: wordsOf('high'),
      options: Object.fromEntries(listed) as Partial<Record<Language, string[]>>,
      ...texts(plainColumns),
    };
    const body = toBody(written);
    if (typeof body !== 'string') return { row, body };
    faults.push({ row, message: body });
    return null;
  });
  return { rows: read.filter((one) => one !== null), faults, ignored };
}

const splitOptions = (words: string): string[] => words.split(';').map((word) => word.trim());
const isEmpty = (words: object | undefined): boolean => words === undefined || Object.keys(words).length === 0;

/** Returns the body of POST /questions, or what is wrong with what was written. The schema finds the other faults. */
export function toBody(written: Written): Body | string {
  const {
    kind,
    text,
    low,
    high,
    options = {},
    points,
    lowest,
    several,
    required,
    audience,
    frequency,
    everyWeeks,
  } = written;
  const lists = Object.entries(options);
  const count = lists[0]?.[1].length ?? 0;
  if (lists.some(([, list]) => list.length !== count)) return 'There must be as many options in each language.';
  const asOptions = Array.from({ length: count }, (_, place) =>
    Object.fromEntries(lists.map(([language, list]) => [language, list[place]])),
  );
  return {
    kind,
    text,
    ...(!isEmpty(low) && { low }),
    ...(!isEmpty(high) && { high }),
    ...(count > 0 && { options: asOptions }),
    ...(points !== undefined && { points: toNumber(points) }),
    ...(lowest !== undefined && { lowest: toNumber(lowest) }),
    ...(several !== undefined &&
      (kind === 'choice' || toBoolean(several) !== false) && { isSeveral: toBoolean(several) }),
    ...(required !== undefined && { isRequired: toBoolean(required) }),
    audience: toAudience(audience),
    ...(frequency !== undefined && { frequency }),
    ...(everyWeeks !== undefined && { everyWeeks: toNumber(everyWeeks) }),
    ...(written.from !== undefined && { from: written.from }),
    ...(written.to !== undefined && { to: written.to }),
  };
}

/** A text that is no number stays, and the schema refuses it. */
const toNumber = (text: string): number | string => (/^\d{1,4}$/.test(text) ? Number(text) : text);

function toBoolean(text: boolean | string): boolean | string {
  if (typeof text === 'boolean') return text;
  if (/^(yes|true|1)$/i.test(text)) return true;
  return /^(no|false|0)$/i.test(text) ? false : text;
}

/** `tenant`, `department:Sales`, `team:Payments`, or `below:` with an e-mail address or an id. */
function toAudience(text: string): Body {
  const at = text.indexOf(':');
  if (at < 0) return { type: text };
  const [type, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (type !== 'below') return { type, name: value };
  return value.includes('@') ? { type, email: normalizeEmail(value) } : { type, userId: toUuid(value) ?? value };
}

/** The addresses of those below whom questions are asked. */
export const listHeads = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(({ body }) => readHeadAddress(body) ?? [])),
];

/** The address of the person below whom a question is asked, if its audience names one. */
function readHeadAddress(body: unknown): string | undefined {
  const { audience } = (body ?? {}) as { audience?: { type?: unknown; email?: unknown } | null };
  return audience?.type === 'below' && typeof audience.email === 'string' ? normalizeEmail(audience.email) : undefined;
}

/** Puts ids in the place of addresses; a row with one that nobody has is a fault, and left out. */
export function nameHeads(rows: readonly Row[], ids: ReadonlyMap<string, string>): { rows: Row[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const named = rows.flatMap(({ row, body }): Row[] => {
    const email = readHeadAddress(body);
    if (email === undefined) return [{ row, body }];
    const userId = ids.get(email);
    if (userId !== undefined) return [{ row, body: { ...(body as Body), audience: { type: 'below', userId } } }];
    faults.push({ row, message: `Nobody has the address ${JSON.stringify(email)}.` });
    return [];
  });
  return { rows: named, faults };
}

// checkin question ls, add, end: questions beside the weekly summary, by the rules of the API.
import { randomUUID } from 'node:crypto';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { rolesThatHold } from '../../../src/platform/access/permissions.ts';
import { languages, type Language } from '../../../src/platform/lib/languages.ts';
import { createCsvFormat } from '../../../src/platform/lib/list-format.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { toUuid } from '../../../src/platform/schema/validation.ts';
import { end, managersAsk, toQuestion, type Stored } from '../../../src/features/questions/ask.ts';
import { sortByRow } from '../../../src/features/organisation/import/read-table.ts';
import { askMany, type AskedMany } from '../../../src/features/questions/ask-many.ts';
import { frequencies, kinds, type Words } from '../../../src/features/questions/rules.ts';
import type { Question } from '../../../src/features/questions/schema.ts';
import { withCaller, type Acting } from '../caller.ts';
import { tenantOption } from '../command-tree.ts';
import { logToStderr, print, printJson, write } from '../output.ts';
import { readInput, rejectFile } from './input-file.ts';
import {
  columns,
  listHeads,
  nameHeads,
  readQuestions,
  shownColumns,
  toBody,
  type QuestionFile,
  type Written,
} from './question-file.ts';

export const define = { ls: defineLs, add: defineAdd, end: defineEnd };

type Format = 'text' | 'csv' | 'json';
const pageSize = 200;

function defineLs(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--open', 'only those that have not ended')
    .addOption(new Option('--format <format>', 'text, csv or json').choices(['text', 'csv', 'json']).default('text'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .action(async ({ tenant, open, format }: { tenant: string; open?: true; format: Format }) => {
      const { questions, heads } = await withCaller(tenant, null, async (acting) => {
        const all = await readAll(acting, open ?? null);
        return { questions: all, heads: await findHeads(acting.own, format === 'text' ? all : []) };
      });
      if (format === 'json') return printJson(questions);
      if (format === 'csv') {
        const csv = createCsvFormat([...columns, ...shownColumns].map((name) => ({ name, title: name })));
        return write(csv.start + csv.formatPage(questions.map(toRow), true));
      }
      for (const one of questions) await print(`${one.id}\t${one.endedAt ? 'ended' : 'open'}\t${describe(one, heads)}`);
      logToStderr(`${pluralize(questions.length, 'question')} of ${tenant}.`);
    });
}

async function readAll({ own, asOperator }: Acting, isOpen: true | null): Promise<Question[]> {
  type Position = { createdAt: string; id: string };
  type Item = Stored & { position: Position };
  const permittedRoles = rolesThatHold('question:manage');
  const now = new Date().toISOString();
  const all: Item[] = [];
  for (let after: Position | null = null; ;) {
    const params = { after, limit: pageSize, isOpen, managersAsk, asOperator, permittedRoles, now };
    const { items } = await own.one<{ items: typeof all }>('questions/list', params);
    all.push(...items.slice(0, pageSize));
    if (items.length <= pageSize) return all.map(({ position: _position, ...stored }) => toQuestion(stored as Stored));
    after = all.at(-1)?.position ?? null;
  }
}

type AddOptions = {
  tenant: string;
  file?: string;
  dryRun?: true;
  json?: true;
  kind?: string;
  text?: Words;
  low?: Words;
  high?: Words;
  option?: Partial<Record<Language, string[]>>;
  audience?: string;
} & Pick<Written, 'points' | 'lowest' | 'several' | 'required' | 'frequency' | 'everyWeeks' | 'from' | 'to'>;

function defineAdd(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--file <questions>', 'ask the questions of a CSV or JSON file: all of them, or none')
    .addOption(new Option('--kind <kind>', 'what answers it').choices(kinds))
    .option('--text <language=words>', 'the question; may be repeated', addWords)
    .option('--audience <audience>', 'tenant, department:<name>, team:<name>, or below:<e-mail address or id>')
    .addOption(new Option('--frequency <frequency>', 'in which weeks (default: weekly)').choices(frequencies))
    .option('--every-weeks <n>', 'of every_n_weeks: how many weeks lie between')
    .option('--from <date>', 'any day of the first week (default: this week)')
    .option('--to <date>', 'any day of the last week (default: until it is ended)')
    .option('--required', 'ask it first')
    .option('--points <n>', 'of a scale: how many it has, 3 to 11')
    .option('--lowest <n>', 'of a scale: its first point, 0 or 1 (default: 1); 11 points from 0 have a score')
    .option('--low <language=words>', 'of a scale: what its lowest point means; may be repeated', addWords)
    .option('--high <language=words>', 'of a scale: what its highest point means; may be repeated', addWords)
    .option('--option <language=words>', 'of a choice: one to choose; may be repeated', addOption)
    .option('--several', 'of a choice: several may be chosen')
    .option('--dry-run', 'print what would be asked, and ask nothing')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
The file (- is the standard input) is a JSON array of bodies of POST /questions, or a CSV with the columns kind, audience and
text.en or text.de, and optionally ${columns
        .filter((name) => name !== 'kind' && name !== 'audience' && !name.startsWith('text.'))
        .join(', ')}.
Options are separated by semicolons. "question ls --format csv" prints such a file. Nothing is asked if one row has a fault.`,
    )
    .action(async (options: AddOptions) => {
      const misuse = findMisuse(options);
      if (misuse !== null) command.error(`error: ${misuse}`, { exitCode: 2 });
      const { tenant, file, dryRun = false, json } = options;
      const content = file === undefined ? null : await readInput(file);
      const { faults, ignored, asked, heads } = await withCaller(tenant, null, async (acting) => {
        const now = new Date().toISOString();
        const read = content ? readQuestions(content) : readOptions(options);
        const outcome = await askAll(acting, read, { now, dryRun });
        return { ...outcome, heads: await findHeads(acting.own, json ? [] : outcome.asked) };
      });
      if (json) await printJson({ asked, faults });
      for (const title of ignored) logToStderr(`The column ${JSON.stringify(title)} is not known, and was not read.`);
      if (file !== undefined && faults.length > 0) return rejectFile(file, faults);
      const [fault] = faults;
      if (fault) throw new Error(fault.message);
      if (!json)
        for (const one of asked) await print(dryRun ? describe(one, heads) : `${one.id}\t${describe(one, heads)}`);
      const questions = pluralize(asked.length, 'question');
      logToStderr(dryRun ? `Would ask ${questions}. Dry run: nothing was changed.` : `Asked ${questions}.`);
    });
}

type Outcome = Pick<QuestionFile, 'faults' | 'ignored'> & Pick<AskedMany, 'asked'>;

async function askAll(
  { own, asOperator }: Acting,
  { rows, faults, ignored }: QuestionFile,
  { now, dryRun }: { now: string; dryRun: boolean },
): Promise<Outcome> {
  const emails = listHeads(rows);
  const heads = emails.length > 0 ? await findIds(own, emails) : new Map<string, string>();
  const named = nameHeads(rows, heads);
  const unread = [...faults, ...named.faults];
  // what could be read is tried as well, so that one look at a file finds all of its faults
  const tried = await askMany(own, named.rows, { now, dryRun: dryRun || unread.length > 0, asOperator });
  const all = sortByRow([...unread, ...tried.faults]);
  const asked = all.length > 0 ? [] : tried.asked;
  return { faults: all, ignored, asked };
}

type People = { people: { id: string; email?: string }[] };

async function findIds(own: Acting['own'], emails: string[]): Promise<Map<string, string>> {
  const { people } = await own.one<People>('organisation/find_people', { userIds: [], emails });
  return new Map(people.map(({ id, email = '' }) => [email, id]));
}

/** The addresses, by id, of those below whom questions are asked: a line shows them, and files have the ids. */
async function findHeads(own: Acting['own'], questions: readonly Question[]): Promise<ReadonlyMap<string, string>> {
  const userIds = [...new Set(questions.flatMap(({ audience: { userId } }) => userId ?? []))];
  if (userIds.length === 0) return new Map();
  const { people } = await own.one<People>('organisation/find_people', { userIds, emails: [] });
  return new Map(people.flatMap(({ id, email }) => (email === undefined ? [] : [[id, email]])));
}

/** How an option of `add` is called where the API has another name for it, or a value. */
const neededOptions: Record<string, string> = { scale: 'points', choice: 'option' };

function findMisuse({ file, kind, text, audience, ...more }: AddOptions): string | null {
  const { tenant: _tenant, dryRun: _dryRun, json: _json, ...ofOne } = more;
  const isOne = [kind, text, audience].some((one) => one !== undefined) || Object.keys(ofOne).length > 0;
  if (file !== undefined) return isOne ? '--file cannot be combined with the options of one question' : null;
  if (kind === undefined || text === undefined || audience === undefined)
    return 'give --kind, --text and --audience, or a --file';
  const needed = neededOptions[kind];
  return needed !== undefined && !(needed in ofOne) ? `a question of the kind ${kind} needs --${needed}` : null;
}

function readOptions({ kind = '', text = {}, audience = '', option, ...more }: AddOptions): QuestionFile {
  const body = toBody({ ...more, kind, text, audience, ...(option && { options: option }) });
  const isFault = typeof body === 'string';
  return { rows: isFault ? [] : [{ row: 1, body }], faults: isFault ? [{ row: 1, message: body }] : [], ignored: [] };
}

/** @throws {InvalidArgumentError} */
function splitWords(text: string): [language: Language, words: string] {
  const at = text.indexOf('=');
  const language = languages.find((one) => one === text.slice(0, at));
  if (at < 1 || !language)
    throw new InvalidArgumentError(`Write it as language=words; the languages are ${languages.join(' and ')}.`);
  return [language, text.slice(at + 1)];
}

function addWords(text: string, words: Words = {}): Words {
  const [language, added] = splitWords(text);
  if (words[language] !== undefined) throw new InvalidArgumentError(`The language ${language} is there already.`);
  return { ...words, [language]: added };
}

function addOption(
  text: string,
  options: Partial<Record<Language, string[]>> = {},
): Partial<Record<Language, string[]>> {
  const [language, added] = splitWords(text);
  return { ...options, [language]: [...(options[language] ?? []), added] };
}

function defineEnd(command: Command): void {
  command.addOption(tenantOption()).action(async (id: string, { tenant }: { tenant: string }) => {
    const questionId = toUuid(id);
    if (questionId === null)
      throw new Error(`${JSON.stringify(id)} is not the id of a question; "checkin question ls" lists them.`);
    await withCaller(tenant, null, ({ own, asOperator }) =>
      end(own, questionId, { now: new Date().toISOString(), newId: () => randomUUID(), asOperator }),
    );
    logToStderr('Ended.');
  });
}

const formatAudience = ({ type, name, userId }: Question['audience']): string =>
  type === 'tenant' ? type : `${type}:${name ?? userId ?? ''}`;

function describe(
  { audience, frequency, everyWeeks, kind, text }: Question,
  heads: ReadonlyMap<string, string>,
): string {
  const when = everyWeeks === undefined ? frequency : `every ${everyWeeks} weeks`;
  const head = heads.get(audience.userId ?? '');
  return [
    head === undefined ? formatAudience(audience) : `below:${head}`,
    when,
    kind,
    Object.values(text)[0] ?? '',
  ].join('\t');
}

/** A question as a row of a file. */
function toRow({
  text,
  low = {},
  high = {},
  options = [],
  audience,
  isSeveral,
  isRequired,
  ...more
}: Question): object {
  const row: Record<string, unknown> = {
    ...more,
    audience: formatAudience(audience),
    several: isSeveral,
    required: isRequired,
  };
  for (const language of languages) {
    for (const [name, words] of Object.entries({ text, low, high })) row[`${name}.${language}`] = words[language];
    if (options.some((option) => option[language] !== undefined))
      row[`options.${language}`] = options.map((option) => option[language] ?? '');
  }
  return row;
}

// Prints the answers of the API: as they come, selected by jq, or all pages of a list as one.
import { STATUS_CODES } from 'node:http';
import type { Jq } from 'jq-wasm';
import { logToStderr, print, write } from '../output.ts';
import { bytesOf, readText } from './send.ts';
import { WrongCall } from './wrong-call.ts';

/** Prints what a filter of jq selects: of a string the text, anything else as JSON. */
export type Filter = (json: string) => string;
type Page = { items: unknown[]; nextCursor?: string; hasMore?: boolean };

/** Characters of an error that is no JSON, such as the page of a proxy. */
const mostShown = 4_000;
/** What jq returns for a filter that cannot be compiled. */
const notCompiled = 3;

/** Loads jq and compiles a filter. @throws {WrongCall} */
export async function createFilter(filter: string): Promise<Filter> {
  const { loadJq } = await import('jq-wasm');
  const jq = await loadJq();
  runJq(jq, '', filter); // no value: it is compiled, and selects nothing
  return (json) =>
    runJq(jq, json, filter)
      .map((line) => `${line.startsWith('"') ? (JSON.parse(line) as string) : format(line)}\n`)
      .join('');
}

/** Returns a line of JSON for each value that is selected. @throws {WrongCall} @throws {Error} if the filter does not fit the value */
function runJq(jq: Jq, json: string, filter: string): string[] {
  const { stdout, stderr, exitCode } = jq.raw(json, filter, ['-c']);
  const reason = stderr.replaceAll(/^jq: (error( \(at [^)]*\))?: )?/gm, '').trim();
  if (exitCode === notCompiled) throw new WrongCall(`--jq: ${reason.replace(/\n\d+ compile errors?$/, '')}`);
  if (exitCode !== 0) throw new Error(`--jq: ${reason}`);
  return stdout === '' ? [] : stdout.split('\n');
}

/** Prints the status and the headers of an answer, as curl does. */
export async function printHead({ status, headers }: Response): Promise<void> {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\n`).join('');
  await write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\n${lines}\n`);
}

/** Prints the body of an answer. JSON gets a line break at its end, and on a terminal indents. */
export async function printAnswer(answer: Response, filter: Filter | null): Promise<void> {
  if (!answer.body) return;
  const isJson = isJsonType(answer);
  if (filter && !isJson) throw new Error('--jq needs JSON, and the answer is none.');
  if (filter) return write(filter(await readText(answer)));
  if (isJson && process.stdout.isTTY) return print(format(await readText(answer)));
  for await (const chunk of bytesOf(answer)) await write(chunk);
  if (isJson) await print('');
}

/** Says on stderr since when a call is deprecated, when it ends, and where more stands. */
export function warnOfDeprecation({ headers, url }: Pick<Response, 'headers' | 'url'>): void {
  const [, seconds] = /^@(-?\d{1,11})$/.exec(headers.get('deprecation') ?? '') ?? [];
  if (seconds === undefined) return;
  const since = new Date(Number(seconds) * 1_000).toISOString().slice(0, 10);
  const sunset = Date.parse(headers.get('sunset') ?? '');
  const end = Number.isNaN(sunset) ? '' : `, and ends on ${new Date(sunset).toISOString().slice(0, 10)}`;
  const [, page] = /<([^>]*)>[^,]*\brel="deprecation"/.exec(headers.get('link') ?? '') ?? [];
  const more = page !== undefined && URL.canParse(page, url) ? `: ${new URL(page, url).href}` : '.';
  logToStderr(`Warning: this call is deprecated since ${since}${end}${more}`);
}

/**
 * Says why a request was refused: the status, code and message, and the whole body if it says more.
 *
 * @param hint what helps where nobody asked
 */
export async function describeRefusal(answer: Response, hint: string | null): Promise<string> {
  const { status, headers } = answer;
  const text = await readText(answer);
  // of problem details the sentence is the detail
  const { code, detail, message = detail, ...more } = isJsonType(answer) ? parseObject(text) : {};
  const isError = typeof code === 'string' && typeof message === 'string';
  const lines = [`HTTP ${status} ${isError ? `${code}: ${message}` : (STATUS_CODES[status] ?? '')}`];
  if (!isError || Object.keys(more).length > 0) lines.push(text.slice(0, mostShown));
  if (status === 401 && hint) lines.push(hint);
  if (headers.has('allow')) lines.push(`Allow: ${headers.get('allow')}`);
  if (headers.has('location')) lines.push(`Location: ${headers.get('location')}`);
  const retryAfter = headers.get('retry-after');
  if (retryAfter) lines.push(`Try again after ${retryAfter} s.`);
  if (status >= 500 && headers.has('x-request-id')) lines.push(`X-Request-Id: ${headers.get('x-request-id')}`);
  return lines.filter(Boolean).join('\n');
}

/**
 * Prints all pages of a list, as one page with all items, an item a line. With a filter, prints what it selects of each
 * page. Holds one page at a time. An answer that is no page is printed as it is.
 *
 * @param follow sends the same request for the page at a cursor; null if it was refused, which leaves the list incomplete
 */
export async function printPages(
  first: Response,
  filter: Filter | null,
  follow: (cursor: string) => Promise<Response | null>,
): Promise<void> {
  const seen = new Set<string>();
  let text = await readText(first);
  let page = readPage(text);
  if (!page) return filter ? write(filter(text)) : print(format(text));
  let before = '{"items":[\n';
  for (;;) {
    if (filter) await write(filter(text));
    else if (page.items.length > 0) {
      await write(before + page.items.map((item) => JSON.stringify(item)).join(',\n'));
      before = ',\n';
    }
    const { items, nextCursor: cursor, hasMore = true } = page;
    if (cursor === undefined || items.length === 0 || !hasMore || seen.has(cursor)) break;
    seen.add(cursor);
    const next = await follow(cursor);
    if (!next) return;
    text = await readText(next);
    page = readPage(text) ?? { items: [] };
  }
  if (!filter) await write(before.startsWith('{') ? '{"items":[]}\n' : '\n]}\n');
}

function readPage(text: string): Page | null {
  const page = JSON.parse(text) as Partial<Page> | null;
  return Array.isArray(page?.items) ? (page as Page) : null;
}

/** An empty object for what is none, such as a body that a proxy has cut. */
function parseObject(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as Record<string, unknown> | null) };
  } catch {
    return {};
  }
}

const isJsonType = ({ headers }: Response): boolean =>
  /^application\/([\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '');

/** JSON with indents on a terminal, else as it is. */
const format = (json: string): string => (process.stdout.isTTY ? JSON.stringify(JSON.parse(json), null, 2) : json);

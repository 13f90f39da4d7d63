// checkin api: sends a request to the API as a person, and prints the answer.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { findApi, toAddress } from '../api/address.ts';
import {
  createFilter,
  describeRefusal,
  printAnswer,
  printHead,
  printPages,
  warnOfDeprecation,
  type Filter,
} from '../api/answer.ts';
import { buildBody, type Document, type Field } from '../api/body.ts';
import { createSender, methods, NoAnswer, readText, type Method, type Sender, type Sent } from '../api/send.ts';
import { WrongCall } from '../api/wrong-call.ts';
import { apiOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { logToStderr } from '../output.ts';
import { readToken } from '../sign-in.ts';
import { signForPerson } from '../sign-token.ts';
import { readInput } from './input-file.ts';

type Options = {
  as?: string;
  tenant?: string;
  api?: string;
  method?: Method;
  field?: Field[];
  data?: string;
  file?: string;
  header?: Field[];
  idempotencyKey?: string;
  jq?: string;
  paginate?: true;
  include?: true;
  timeout: number;
};

/** Outlives the longest list that is read page by page. */
const tokenLifetime = '1h';
const types: Record<string, string> = { '.pdf': 'application/pdf', '.csv': 'text/csv' };
const notModified = 304;
const nobody = 'Say who asks: --as <email>, checkin sign-in, or CHECKIN_TOKEN.';

export function define(command: Command): void {
  command
    .usage('[options] [method] <path>')
    .option('--as <email>', 'ask as this person, which only the operator may; without it as yourself')
    .addOption(new Option('--tenant <slug>', 'the tenant of --as, if several know the address').env('CHECKIN_TENANT'))
    .option('-f, --field <name=value>', 'a field of the body, of a GET of the query; may be repeated', addField)
    .option('--data <json>', 'the body; @file reads it from a file, - from the standard input')
    .option('--file <path>', 'upload this file')
    .option('-H, --header <name:value>', 'a header; may be repeated', addHeader)
    .addOption(new Option('-X, --method <method>', 'the same as the method before the path').choices(methods))
    .option('--idempotency-key <key>', 'a change with the key is made once; "auto" makes a key', parseKey)
    .option('--jq <filter>', 'print what this filter of jq selects')
    .option('--paginate', 'follow the cursors of a list, and print all pages as one')
    .option('-i, --include', 'print status and headers, too')
    .option('--timeout <seconds>', 'how long an answer may take', parseSeconds, 120)
    .addOption(apiOption())
    .addHelpText(
      'after',
      `
The path may begin with /v1 or not. The method is GET, and POST where there is a body, unless you name it. You ask as yourself
after "checkin sign-in", or with CHECKIN_TOKEN, which may also be the token of a service.

-f scores.qualityOfWork=4 sets a field of an object. The document of the API says which fields are numbers, true or false, or
lists; everything else is sent as the text that you write. For a list, repeat -f. null, and JSON such as [] for a list, are
understood where the document allows them.

The answer goes to the standard output: on a terminal with indents, else as it came. Strings that --jq selects are printed
as text. With --paginate the filter is applied to each page. Refusals go to the standard error, with exit code 1, and
so does a warning that the call is deprecated.`,
    )
    .action((first: string, second: string | undefined, options: Options) =>
      callApi(first, second, options).catch((error: unknown) => {
        if (error instanceof WrongCall) command.error(`error: ${error.message}`, { exitCode: 2 });
        throw error;
      }),
    );
}

/** What is wrong with the call is found before anything is sent, and before a token is signed. */
async function callApi(first: string, second: string | undefined, options: Options): Promise<void> {
  const { method, path: given } = readCall(first, second, options);
  const api = findApi(options.api);
  const to = toAddress(api, given);
  const filter = options.jq === undefined ? null : await createFilter(options.jq);
  const headers = readHeaders(options);
  const sender = createSender(api, options.timeout);
  const body = await readBody(sender, api, to, method, options);
  const token = options.as === undefined ? readToken() : await signAs(options.as, options.tenant);
  if (token !== undefined) headers.set('Authorization', `Bearer ${checkToken(token)}`);
  await sendAndPrint(sender, to, { method, headers, ...body }, { ...options, filter, isNobody: token === undefined });
}

/** Reads `[method] <path>`, and whether the options fit the method. */
function readCall(
  first: string,
  second: string | undefined,
  { method: named, field, data, file, paginate }: Options,
): { method: Method; path: string } {
  const isMethod = (word: string): word is Method => methods.some((one) => one === word);
  const before = first.toUpperCase();
  if (second !== undefined && !isMethod(before)) throw new WrongCall(`a method is one of ${methods.join(', ')}`);
  if (second !== undefined && named !== undefined) throw new WrongCall('name the method once');
  if ([field, data, file].filter((one) => one !== undefined).length > 1)
    throw new WrongCall('a body is either -f, --data or --file');
  const given = second === undefined ? named : (before as Method);
  const method = given ?? (field || data !== undefined || file !== undefined ? 'POST' : 'GET');
  if (method === 'GET' && (data !== undefined || file !== undefined)) throw new WrongCall('a GET has no body');
  if (method !== 'GET' && paginate) throw new WrongCall('--paginate is for a GET');
  return { method, path: second ?? first };
}

/** Signs the token of a person for this call, by the rules of `checkin token`. */
const signAs = (email: string, tenant: string | undefined): Promise<string> =>
  withConnection((connection) => signForPerson(connection, { email, tenant, expires: tokenLifetime }));

/** @throws {Error} without the token, for one that cannot stand in a header */
function checkToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new Error('The token in CHECKIN_TOKEN has characters that no token has.');
}

/** @throws {WrongCall} */
function readHeaders({ header = [], idempotencyKey: key }: Options): Headers {
  const headers = new Headers();
  if (key !== undefined) headers.set('Idempotency-Key', key === 'auto' ? randomUUID() : key);
  for (const [name, value] of header) {
    if (/^authorization$/i.test(name))
      throw new WrongCall('a token belongs into CHECKIN_TOKEN: others can read the words of a command');
    headers.append(name, value);
  }
  return headers;
}

/** Returns the body, and adds the fields of a GET to the query. */
async function readBody(
  { send, reading }: Sender,
  api: string,
  to: URL,
  method: Method,
  { field, data, file }: Options,
): Promise<Pick<Sent, 'body'>> {
  if (file !== undefined) return { body: await readUpload(file) };
  if (data !== undefined) return { body: /^(@|-$)/.test(data) ? await readInput(data.replace(/^@/, '')) : data };
  if (field && method === 'GET') for (const [name, value] of field) to.searchParams.append(name, value);
  if (!field || method === 'GET') return {};
  const answer = await send(new URL(`${api}/openapi.json`), { method: 'GET', headers: new Headers() });
  const document = answer.ok ? (JSON.parse(await reading(() => readText(answer))) as Document) : {};
  const operationPath = to.pathname.slice(new URL(api).pathname.replace(/\/$/, '').length).replace(/^\/v1\//, '/');
  return { body: JSON.stringify(buildBody(field, document, method, operationPath)) };
}

async function readUpload(file: string): Promise<FormData> {
  const form = new FormData();
  const type = types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  form.append('file', new Blob([new Uint8Array(await readInput(file))], { type }), path.basename(file));
  return form;
}

/** Prints the answer; a refusal on stderr, with exit code 1. */
async function sendAndPrint(
  { send, reading }: Sender,
  to: URL,
  sent: Sent,
  { filter, include, paginate, isNobody }: Options & { filter: Filter | null; isNobody: boolean },
): Promise<void> {
  if (typeof sent.body === 'string' || Buffer.isBuffer(sent.body)) {
    if (!sent.headers.has('Content-Type')) sent.headers.set('Content-Type', 'application/json');
  }
  const ask = async (url: URL): Promise<Response | null> => {
    const answer = await send(url, sent);
    if (include && url === to) await printHead(answer);
    if (url === to) warnOfDeprecation(answer);
    if (answer.ok || answer.status === notModified) return answer; // a redirect would take the token elsewhere
    logToStderr(await reading(() => describeRefusal(answer, isNobody ? nobody : null)));
    process.exitCode = 1;
    return null;
  };
  const follow = (cursor: string): Promise<Response | null> => {
    const next = new URL(to);
    next.searchParams.set('cursor', cursor);
    return ask(next);
  };
  try {
    const answer = await ask(to);
    if (answer) await reading(() => (paginate ? printPages(answer, filter, follow) : printAnswer(answer, filter)));
  } catch (error) {
    const key = sent.headers.get('Idempotency-Key');
    if (!(error instanceof NoAnswer) || sent.method === 'GET') throw error;
    const repeat = key === null ? '' : ` To repeat it safely: --idempotency-key ${key}`;
    throw new Error(`${error.message} It is not known whether the change was made.${repeat}`, { cause: error });
  }
}

function addField(text: string, fields: Field[] = []): Field[] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write it as name=value.');
  return [...fields, [text.slice(0, at), text.slice(at + 1)]];
}

function addHeader(text: string, headers: Field[] = []): Field[] {
  const [, name = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\x20-\x7e\t]*)$/.exec(text) ?? [];
  if (!name) throw new InvalidArgumentError('Write it as name:value.');
  return [...headers, [name, value]];
}

function parseKey(text: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(text)) return text;
  throw new InvalidArgumentError('A key has 1 to 255 printable characters of ASCII.');
}

function parseSeconds(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a number of seconds, 1 to 99999.');
}

// A call of a tool: a request of its endpoint, by the caller's own token, and its answer as assistants take it.
import type { Context } from 'koa';
import { ApiError, fail, getMessage, type ErrorCode } from '../../platform/errors.ts';
import type { AskInside, InnerAnswer } from '../../platform/http/process/inner-requests.ts';
import { assistants } from '../../platform/limits.ts';
import { countBytes, countFitting, cutPart, type Whole } from './parts.ts';
import { keyArgument, partArgument, type Tool } from './tools.ts';

export type ToolArguments = Readonly<Record<string, unknown>>;
/** `content` and `structuredContent` say the same. */
export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: true;
};
/** `prefix` is that of the version; `webUrl` the web app, to which links lead, or the API without one. */
export type CallServices = { ask: AskInside; prefix: string; webUrl: string | undefined; ownAddress: string };

/**
 * Calls a tool for the sender of `ctx`. What the API refuses is a result with `isError`.
 *
 * @throws {ApiError} UNAUTHENTICATED if the sender has left
 */
export async function callTool(
  tool: Tool,
  args: ToolArguments,
  ctx: Context,
  services: CallServices,
): Promise<ToolResult> {
  try {
    const value = await readFitting(tool, args, ctx, services);
    return toResult({ ...value, ...(tool.texts.length > 0 && { writtenByPeople: tool.texts }) });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'UNAUTHENTICATED') throw error;
    return toRefusal(error);
  }
}

/** A refusal as a result: the code, and what to do. */
export function toRefusal({ status, code, message, location, retryAfterSeconds }: ApiError): ToolResult {
  const isLater = status === 429 || status === 503;
  return {
    ...toResult({
      status,
      code,
      message,
      ...(location !== undefined && { location }),
      ...(isLater && { retryAfterSeconds }),
    }),
    isError: true,
  };
}

function toResult(structuredContent: Record<string, unknown>): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

/** How often a list with a cursor is asked for again, with fewer rows. */
const maxRepeats = 2;

/** Asks for as many rows as fit. A list with cursors is asked for fewer; another one is parted here. */
async function readFitting(
  tool: Tool,
  args: ToolArguments,
  ctx: Context,
  services: CallServices,
): Promise<Record<string, unknown>> {
  const maxBytes = assistants.answerBytes - JSON.stringify(tool.texts).length - 100;
  const isParted = tool.rows !== null && !tool.hasCursor;
  const [part, sent] = isParted ? take(args, partArgument) : [undefined, args];
  if (part !== undefined && typeof part !== 'string') fail('VALIDATION_ERROR', 'part must be a text.');
  let limited = sent;
  for (let repeat = 0; ; repeat += 1) {
    const answer = await ask(tool, limited, ctx, services);
    const whole = answer.text === null ? null : addLinks(tool, answer.text, sent, services);
    if (tool.isChange) return whole && countBytes(whole.value) <= maxBytes ? whole.value : sayMade(whole);
    if (whole && !tool.hasCursor) return cutPart(whole, part, maxBytes);
    const fitting = whole ? countFitting(whole, maxBytes) : Math.ceil(Number(limited['limit'] ?? 50) / 10);
    if (whole && fitting === (whole.value[tool.rows as string] as unknown[]).length) return whole.value;
    if (!tool.hasCursor || fitting === 0 || repeat === maxRepeats)
      throw new ApiError('ANSWER_TOO_LARGE', adviseOn(tool));
    limited = { ...sent, limit: fitting };
  }
}

/** What is said of a change whose answer is too large: that it is made, so that nobody makes it again, and where it is. */
function sayMade(whole: Whole | null): Record<string, unknown> {
  const { id, link } = whole?.value ?? {};
  const message = 'The change is made. Its answer is too large for an assistant; open it by its link.';
  return { ...(id !== undefined && { id }), ...(link !== undefined && { link }), message };
}

function adviseOn({ declared }: Tool): string {
  const names = Object.keys(declared.query?.properties ?? {}).filter((name) => name !== 'cursor');
  const advice = names.length > 0 ? `ask for less of it by ${names.join(', ')}.` : 'open it in the web app.';
  return `${getMessage('ANSWER_TOO_LARGE').split(';')[0]}; ${advice}`;
}

/** Sends the request of the endpoint. @throws {ApiError} what it refuses */
async function ask(tool: Tool, args: ToolArguments, ctx: Context, services: CallServices): Promise<InnerAnswer> {
  const [key, sent] = tool.isChange ? take(args, keyArgument) : [undefined, args];
  const { path, body } = buildRequest(tool, sent);
  if (key !== undefined && typeof key !== 'string') fail('VALIDATION_ERROR', `${keyArgument} must be a text.`);
  const headers = { accept: 'application/json', ...(key !== undefined && { 'idempotency-key': key }) };
  const request = { method: tool.declared.method, path: services.prefix + path, headers, body };
  const answer = await services.ask(ctx, request, assistants.readBytes);
  if (answer.status < 400) return answer;
  const { code, message } = JSON.parse(answer.text ?? '{}') as { code: ErrorCode; message: string };
  const { location, 'retry-after': retryAfter } = answer.headers;
  throw new ApiError(code, message, {
    ...(location !== undefined && { location }),
    ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
  });
}

/**
 * Puts each argument where the endpoint has it. One that it does not have is sent all the same, so that the endpoint names it in its
 * refusal.
 */
function buildRequest({ declared }: Tool, args: ToolArguments): { path: string; body?: unknown } {
  const rest = { ...args };
  const path = declared.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    const value = rest[name];
    if (!isSegment(value)) return fail('VALIDATION_ERROR', `${name} must be a text that can stand in an address.`);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const isInQuery = (name: string): boolean => !declared.body || Object.hasOwn(declared.query?.properties ?? {}, name);
  const entries = Object.entries(rest);
  const query = new URLSearchParams(
    entries.filter(([name]) => isInQuery(name)).map(([name, value]) => [name, toParameter(name, value)]),
  );
  const body = Object.fromEntries(entries.filter(([name]) => !isInQuery(name)));
  return {
    path: query.size > 0 ? `${path}?${query.toString()}` : path,
    ...(declared.body && { body }),
  };
}

/** Whether a value is one segment of a path, whatever it says: dots alone would be steps to another address. */
const isSegment = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.isWellFormed() && value !== '.' && value !== '..';

/** One of the arguments, and the others. */
function take({ ...others }: ToolArguments, name: string): [value: unknown, others: ToolArguments] {
  const value = others[name];
  delete (others as Record<string, unknown>)[name];
  return [value, others];
}

/** An address cannot have half of a character: what stands there instead would be another text. */
function toParameter(name: string, value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return value.isWellFormed() ? value : fail('VALIDATION_ERROR', `${name} must be valid Unicode.`);
}

/** The answer as an object: a list is in `items`, and no answer is an empty object. */
function parse(text: string): Record<string, unknown> {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return Array.isArray(value) ? { items: value } : (value as Record<string, unknown>);
}

/** Adds the address at which a person finds it to each row, or to the answer. */
function addLinks(
  { declared: { tool }, rows }: Tool,
  text: string,
  args: ToolArguments,
  { prefix, webUrl, ownAddress }: CallServices,
): Whole {
  const value = parse(text);
  const base = webUrl ?? `${ownAddress}${prefix}`;
  const templates = [tool?.link ?? []].flat();
  const withLink = (row: Record<string, unknown>): Record<string, unknown> => {
    const path = templates.map((template) => fillIn(template, [row, value, args])).find((one) => one !== null);
    return path === undefined ? row : { ...row, link: base + path };
  };
  if (rows === null || !Array.isArray(value[rows])) return { value: withLink(value), rows, text };
  return { value: { ...value, [rows]: (value[rows] as Record<string, unknown>[]).map(withLink) }, rows, text };
}

/** A template such as `/users/{user.id}` with fields of the first source that has them; null if none has one of them. */
function fillIn(template: string, sources: readonly object[]): string | null {
  let isComplete = true;
  const path = template.replaceAll(/\{([\w.]+)\}/g, (_place, name: string) => {
    const found = sources.map((source) => readPath(source, name)).find((value) => typeof value === 'string');
    isComplete &&= found !== undefined;
    return encodeURIComponent(String(found));
  });
  return isComplete ? path : null;
}

const readPath = (source: unknown, path: string): unknown =>
  path.split('.').reduce((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], source);

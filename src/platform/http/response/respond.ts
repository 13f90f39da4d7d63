// The response to a read: a value with its entity tag, or a list that is streamed while its rows arrive.
import type { Context } from 'koa';
import type { Rows } from '../../graph/client.ts';
import { createCsvFormat, createJsonFormat, csvType, type ListFormat } from '../../lib/list-format.ts';
import type { Validator } from '../../schema/validation.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import type { EntityTags } from '../entity-tags.ts';
import { assertValid, sendAnswer, type CreateAnswer } from './answer.ts';
import { concatPages, createListStream } from './list-stream.ts';
import { isInPages, linkNextPage } from './next-page.ts';

/**
 * Sends the result of a read: a value, which may be rows or have rows in one field. A single page of rows is sent as a
 * value; several are streamed. A result that `check` refuses is an error.
 */
export async function respond(
  ctx: Context,
  declared: Endpoint,
  createAnswer: CreateAnswer,
  result: unknown,
  { check, ifNoneMatch }: { check: Validator | null; ifNoneMatch: EntityTags | null },
): Promise<void> {
  const streamed = findStream(result);
  if (!streamed) {
    const next = isInPages(declared) ? linkNextPage(ctx.querystring, result as object) : null;
    if (next !== null) ctx.append('Link', next);
    return sendAnswer(ctx, createAnswer(result, ctx.params as Call['params']), '', ifNoneMatch);
  }
  const { rows, wrap } = streamed;
  const format = chooseFormat(ctx, declared, streamed);
  const { value: first = [] } = await rows.next();
  const { value: second } = await rows.next();
  const assertPage = (page: unknown[]): void => assertValid(declared, wrap(page), check);
  assertPage(first);
  ctx.type = format.type;
  ctx.body = second
    ? createListStream(format, rows, concatPages(first, second, rows, assertPage))
    : format.start + format.formatPage(first, true) + format.end;
  ctx.status = declared.success;
}

/** Streamed rows in a result; `wrap` replaces them with a list, `prefix` and `suffix` are the JSON around the list. */
type StreamedResult = { rows: Rows<unknown>; wrap: (list: unknown[]) => unknown; prefix: string; suffix: string };

function findStream(result: unknown): StreamedResult | null {
  if (isRows(result)) return { rows: result, wrap: (list) => list, prefix: '', suffix: '' };
  const [field, rows] = Object.entries(result as object).find(([, value]) => isRows(value)) ?? [];
  if (field === undefined || !isRows(rows)) return null;
  const rest = { ...(result as Record<string, unknown>) };
  delete rest[field];
  const others = JSON.stringify(rest).slice(0, -1);
  const prefix = `${others}${others === '{' ? '' : ','}${JSON.stringify(field)}:`;
  return { rows, wrap: (list) => ({ ...rest, [field]: list }), prefix, suffix: '}' };
}

/** JSON, unless the client prefers CSV and the endpoint has it. */
function chooseFormat(ctx: Context, { csv }: Endpoint, { wrap, prefix, suffix }: StreamedResult): ListFormat {
  if (csv) ctx.vary('Accept');
  const isCsv = csv && ctx.accepts('application/json', csvType) === csvType;
  if (!isCsv) return createJsonFormat(prefix, suffix);
  return createCsvFormat(typeof csv === 'function' ? csv(wrap([]) as object) : csv);
}

function isRows(value: unknown): value is Rows<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

// Reads a JSON body: at most 64 KB after decompression, strictly UTF-8, one JSON value of at most 100 levels.
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { ApiError, fail } from '../errors.ts';

// koa-body would decode bytes that are not UTF-8 into replacement characters and go on. So it hands over the bytes,
// one character each, and they are decoded here, strictly.
const readBytes = koaBody({
  json: false,
  urlencoded: false,
  text: true,
  textTypes: ['application/json'],
  encoding: 'latin1',
  textLimit: '64kb',
});
const maxLevels = 100;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON value of the request's body.
 *
 * @throws {ApiError} VALIDATION_ERROR, PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE
 */
export async function readJson(ctx: Context): Promise<unknown> {
  const type = ctx.request.is('application/json');
  if (type === null) fail('VALIDATION_ERROR', 'A JSON body is required.');
  if (!type || !/^(utf-?8)?$/i.test(ctx.request.charset)) fail('UNSUPPORTED_MEDIA_TYPE');
  const { headers } = ctx.req; // codings are written in any case, and gzip by an older name, too (RFC 9110, 8.4.1)
  const coding = headers['content-encoding'];
  if (coding) headers['content-encoding'] = coding.toLowerCase().replace('x-gzip', 'gzip');
  await Promise.resolve(readBytes(ctx, async () => {})).catch(translateBodyError);
  const bytes = Buffer.from(ctx.request.body as string, 'latin1');
  return parseJson(decodeUtf8(bytes));
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return fail('VALIDATION_ERROR', 'The body is not valid UTF-8.');
  }
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('VALIDATION_ERROR', 'The body is not valid JSON.');
  }
  if (isDeeper(value, maxLevels)) fail('VALIDATION_ERROR', `The body is nested more than ${maxLevels} levels deep.`);
  return value;
}

/** Whether arrays and objects are nested deeper than that: JSON that is thousands deep can be read, but not written. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

function translateBodyError(error: Error & { status?: number; code?: string }): never {
  if (error instanceof ApiError) throw error;
  if (error.status === 413) fail('PAYLOAD_TOO_LARGE');
  if (error.status === 415) fail('UNSUPPORTED_MEDIA_TYPE');
  return fail('VALIDATION_ERROR', 'The body could not be read: it is incomplete or not compressed as its headers say.');
}

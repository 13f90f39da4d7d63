// Reads JSON bodies: valid UTF-8, of bounded depth, and at most 64 KB after decompression, or more where the endpoint accepts
// it of callers with its permission.
import type { Context, Middleware } from 'koa';
import { koaBody } from 'koa-body';
import { ApiError, fail, getMessage } from '../../errors.ts';
import { jsonBody } from '../../limits.ts';

/** The type of a merge patch (RFC 7396): a field that is null is cleared, and what is absent stays. */
export const mergePatchType = 'application/merge-patch+json';

// koa-body would replace invalid UTF-8 silently. Without an encoding it gives the bytes, which are decoded strictly below.
const createReader = (maxBytes: number): Middleware =>
  koaBody({
    json: false,
    urlencoded: false,
    text: true,
    textTypes: ['application/json', mergePatchType, 'application/scim+json', 'text/plain'],
    encoding: '',
    textLimit: maxBytes,
  });
const readBytes = createReader(jsonBody.bytes);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * @param mediaTypes the types that the endpoint accepts
 * @throws {ApiError} VALIDATION_ERROR, PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE
 */
export async function readJson(
  ctx: Context,
  maxBytes = jsonBody.bytes,
  mediaTypes: readonly string[] = ['application/json'],
): Promise<unknown> {
  const type = ctx.request.is(...mediaTypes);
  if (type === null) fail('VALIDATION_ERROR', 'A JSON body is required.');
  if (!type || !/^(utf-?8)?$/i.test(ctx.request.charset)) failType(ctx, mediaTypes);
  const { headers } = ctx.req; // codings are case-insensitive, and x-gzip is an alias of gzip (RFC 9110, 8.4.1)
  const coding = headers['content-encoding'];
  if (coding) headers['content-encoding'] = coding.toLowerCase().replace('x-gzip', 'gzip');
  const read = maxBytes === jsonBody.bytes ? readBytes : createReader(maxBytes);
  await Promise.resolve(read(ctx, async () => {})).catch(translateBodyError);
  const bytes = (ctx.request.body || Buffer.alloc(0)) as Buffer;
  assertBounded(bytes);
  return parseJson(decodeUtf8(bytes));
}

/**
 * Refuses the type of a body. A header names the types that are accepted (RFC 5789, 2.2; RFC 9110, 15.5.16).
 *
 * @throws {ApiError} UNSUPPORTED_MEDIA_TYPE, always
 */
export function failType(ctx: Context, mediaTypes: readonly string[], message?: string): never {
  ctx.set(ctx.method === 'PATCH' ? 'Accept-Patch' : 'Accept', mediaTypes.join(', '));
  const named = getMessage('UNSUPPORTED_MEDIA_TYPE').replace('application/json', mediaTypes.join(' or '));
  return fail('UNSUPPORTED_MEDIA_TYPE', message ?? named);
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Refuses a text of JSON with too many values or levels before it is parsed: that takes some twenty times its bytes, and
 * JSON.parse accepts thousands of levels, on which JSON.stringify fails. Whether it is JSON at all is decided later.
 */
function assertBounded(bytes: Buffer): void {
  let level = 0;
  let values = 1;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place] as number;
    if (byte === quote) place = findEndOfText(bytes, place);
    else if (byte === comma) values += 1;
    else if (opening.has(byte)) {
      level += 1;
      values += 1;
      if (level > jsonBody.levels)
        fail('VALIDATION_ERROR', `The body is nested more than ${jsonBody.levels} levels deep.`);
    } else if (closing.has(byte)) level -= 1;
    if (values > jsonBody.values)
      fail('VALIDATION_ERROR', `The body has more than ${jsonBody.values.toLocaleString('en')} values.`);
  }
}

/** The place of the quotation mark that ends the text which begins at `start`. */
function findEndOfText(bytes: Buffer, start: number): number {
  for (let place = start + 1; place < bytes.length; place += 1) {
    if (bytes[place] === backslash) place += 1;
    else if (bytes[place] === quote) return place;
  }
  return bytes.length;
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return fail('VALIDATION_ERROR', 'The body is not valid UTF-8.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return fail('VALIDATION_ERROR', 'The body is not valid JSON.');
  }
}

function translateBodyError(error: Error & { status?: number; code?: string }): never {
  if (error instanceof ApiError) throw error;
  if (error.status === 413) fail('PAYLOAD_TOO_LARGE');
  if (error.status === 415) fail('UNSUPPORTED_MEDIA_TYPE');
  return fail(
    'VALIDATION_ERROR',
    'The body cannot be read: it is incomplete, or its compression does not match Content-Encoding.',
  );
}

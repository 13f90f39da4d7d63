// Compresses responses above 1 KB with br or gzip, as Accept-Encoding permits. Shorter ones stay as they are.
import { Readable, type Transform } from 'node:stream';
import { constants } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import compressWith from 'koa-compress';

/** Every write is flushed: a page of a streamed list leaves when its rows arrive, and slow readers are noticed as before. */
const options: compressWith.CompressOptions = {
  threshold: 1_024,
  br: {
    flush: constants.BROTLI_OPERATION_FLUSH,
    // Lists are as small with a window of 256 KB instead of 4 MB, which takes less memory. Quality 1 takes a third of the
    // time of 4, and lists are hardly larger: most of what is left are random ids.
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
  },
  gzip: { flush: constants.Z_SYNC_FLUSH },
  deflate: false,
  zstd: false,
  encodingPreference: ['br', 'gzip', 'identity'],
};

/** Creates the middleware. Bodies that are errors, PDFs or parts of files are not compressed. */
export function compress(): Middleware {
  const compressBody = compressWith(options);
  return async (ctx, next) => {
    const known = ctx.get('If-None-Match');
    removeCodingFromETags(ctx);
    let original: unknown;
    await compressBody(ctx, async () => {
      await next();
      original = ctx.body;
    });
    const etag = ctx.response.get('ETag');
    if (ctx.status === 304) ctx.set('ETag', findSentTag(known, etag));
    const coding = ctx.response.get('Content-Encoding');
    if (!coding) return;
    // a strong ETag names the bytes that are sent (RFC 9110, 8.8.3.3)
    if (etag) ctx.set('ETag', etag.replace(/^"(.*)"$/, `"$1-${coding}"`));
    // koa-compress only pipes: a list that fails or is cut off would leave its response open forever.
    if (original instanceof Readable) original.once('error', (error) => (ctx.body as Transform).destroy(error));
  };
}

/** A 304 names the representation that the client has (RFC 9110, 15.4.5), which may be a compressed one. */
function findSentTag(known: string, etag: string): string {
  const codings = ['', '-br', '-gzip'].map((ending) => etag.replace(/"$/, `${ending}"`));
  return codings.find((tag) => known.includes(tag)) ?? etag;
}

/** Clients send back the ETag of a compressed response; the application compares it with its own. */
function removeCodingFromETags({ req: { headers } }: Context): void {
  for (const name of ['if-match', 'if-none-match'] as const) {
    const value = headers[name];
    if (value) headers[name] = value.replaceAll(/-(?:br|gzip)"/g, '"');
  }
}

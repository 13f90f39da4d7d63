// The store in an S3 bucket: one object for each file. How the bucket encrypts them is the bucket's own affair.
import type { S3, _Object as S3Object } from '@aws-sdk/client-s3';
import { Transform, type Readable } from 'node:stream';
import { withTimeout } from '../timeouts.ts';
import type { FileStorage } from './file-storage.ts';
import { assertUuid, parseObjectKey, pageSize } from './object-keys.ts';
import { failUnavailable, createOutageError } from './outage.ts';

const connectWithinMs = 3_000;
/** A connection that has been idle for longer may be gone. */
const idle = { timeout: 4_000 };
/** No upload is larger; what is was not put here by us, and is not taken into memory. */
const maxBytes = 20_000_000;

/**
 * Opens the store. Region and credentials are found as the AWS SDK finds them; it tries again by itself, within the time.
 *
 * @param options.endpoint another place that speaks S3; the bucket is then part of the path
 * @param options.withinMs for each question, to the end of its answer; for a stream until it begins
 * @param options.stallMs how long a stream may stand still, whether the store or its reader is the slow one
 */
export function openBucket(options: {
  bucket: string;
  endpoint?: string | undefined;
  withinMs?: number;
  stallMs?: number;
}): FileStorage {
  const { bucket: Bucket, endpoint, withinMs = 5_000, stallMs = 30_000 } = options;
  // Loaded with the first bucket: a store in a folder does without ten megabytes of code.
  const opened = import('@aws-sdk/client-s3').then(
    (sdk) =>
      new sdk.S3({
        requestHandler: { connectionTimeout: connectWithinMs, httpAgent: idle, httpsAgent: idle },
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      }),
  );
  const request = <Result>(send: (s3: S3, options: { abortSignal: AbortSignal }) => Promise<Result>): Promise<Result> =>
    withTimeout(withinMs, undefined, async (abortSignal) => send(await opened, { abortSignal })).catch(failUnavailable);

  async function* pages(Prefix?: string): AsyncGenerator<S3Object[], void, void> {
    let ContinuationToken: string | undefined;
    do {
      const query = { Bucket, Prefix, MaxKeys: pageSize, ContinuationToken };
      const page = await request((s3, options) => s3.listObjectsV2(query, options));
      if (page.Contents) yield page.Contents;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  return {
    forTenant(tenantId) {
      const home = `${assertUuid(tenantId)}/`;
      const place = (id: string) => ({ Bucket, Key: `${home}${assertUuid(id)}.pdf` });
      return {
        async put(id, bytes) {
          const object = { ...place(id), Body: bytes, ContentType: 'application/pdf' };
          await request((s3, options) => s3.putObject(object, options));
        },
        async read(id) {
          const object = place(id);
          return request((s3, options) => s3.getObject(object, options).then(readWhole, nullIfGone));
        },
        async size(id) {
          const object = place(id);
          const head = await request((s3, options) => s3.headObject(object, options).catch(nullIfGone));
          return head && (head.ContentLength ?? 0);
        },
        async stream(id, from, to) {
          const object = { ...place(id), Range: `bytes=${from}-${to}` };
          const response = await request((s3, options) => s3.getObject(object, options).catch(nullIfGone));
          return response && passThrough(response.Body as Readable, stallMs);
        },
        async remove(id) {
          const object = place(id);
          await request((s3, options) => s3.deleteObject(object, options));
        },
        async removeAll() {
          for await (const page of pages(home)) {
            const Delete = { Objects: page.map(({ Key }) => ({ Key })), Quiet: true };
            const { Errors: [first] = [] } = await request((s3, options) =>
              s3.deleteObjects({ Bucket, Delete }, options),
            );
            if (first) failUnavailable(new Error(`An object could not be deleted: ${first.Code}`));
          }
        },
      };
    },
    async *list() {
      for await (const page of pages()) {
        yield page.flatMap(({ Key = '', LastModified: at }) => {
          const file = parseObjectKey(Key);
          return file && at ? [{ ...file, at }] : [];
        });
      }
    },
  };
}

async function readWhole({ Body, ContentLength = Infinity }: ObjectBody): Promise<Buffer> {
  const body = Body as Readable;
  if (ContentLength <= maxBytes) return Buffer.concat((await body.toArray()) as Buffer[]);
  body.destroy(); // this ends the request
  throw new Error('An object in the bucket is larger than any upload.');
}
type ObjectBody = { Body?: unknown; ContentLength?: number | undefined };

/** The bytes as they come. Whoever destroys what is returned ends the request; so does a stream that stands still. */
function passThrough(body: Readable, stallMs: number): Readable {
  const out = new Transform({
    transform(piece, _encoding, done) {
      stalled.refresh();
      done(null, piece);
    },
  });
  const broken = (cause: unknown): void => void out.destroy(createOutageError(cause));
  const stalled = setTimeout(() => broken(new Error('Stalled')), stallMs);
  out.on('error', () => undefined); // its reader hears of it; without one it must not end the process
  out.once('close', () => {
    clearTimeout(stalled);
    body.destroy();
  });
  return body.on('error', broken).pipe(out);
}

/** Without a body S3 has no better name for it. A bucket that is not there is an outage. */
function nullIfGone(error: Error): null {
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return null;
  throw error;
}

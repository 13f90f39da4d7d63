// File storage in an S3 bucket: one object per file. Encryption is configured on the bucket.
import type { S3, _Object as S3Object } from '@aws-sdk/client-s3';
import { Transform, type Readable } from 'node:stream';
import { inSpan } from '../telemetry/spans.ts';
import { runAtMost } from '../lib/timeouts.ts';
import {
  assertUuid,
  createOutageError,
  failUnavailable,
  pageSize,
  parseObjectKey,
  storageWithinMs,
  type FileStorage,
} from './file-storage.ts';

const connectWithinMs = 3_000;
/** S3 may have closed a connection that was idle for longer. */
const idleTimeout = { timeout: 4_000 };
/** Uploads are smaller. A larger object is not ours and is not read into memory. */
const maxBytes = 20_000_000;

/**
 * Opens the bucket. Region and credentials come from the default chain of the AWS SDK, which also retries.
 *
 * @param options.endpoint another server with the API of S3; the bucket is then part of the path
 * @param options.withinMs limit of a request with its retries and response; for a stream, until it begins
 * @param options.stallMs limit of a pause in a stream, whether S3 or the reader is slow
 */
export function openBucket(options: {
  bucket: string;
  endpoint?: string | undefined;
  withinMs?: number;
  stallMs?: number;
}): FileStorage {
  const { bucket: Bucket, endpoint, withinMs = storageWithinMs, stallMs = 30_000 } = options;
  // Loaded on first use: the SDK takes 10 MB of memory, which a service with a folder does not need.
  const opened = import('@aws-sdk/client-s3').then(
    (sdk) =>
      new sdk.S3({
        requestHandler: { connectionTimeout: connectWithinMs, httpAgent: idleTimeout, httpsAgent: idleTimeout },
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      }),
  );
  const request = <Result>(
    operation: string,
    send: (s3: S3, options: { abortSignal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> => {
    const attributes = { 'rpc.system.name': 'aws-api', 'rpc.method': `S3/${operation}`, 'aws.s3.bucket': Bucket };
    return inSpan(`S3.${operation}`, { kind: 'client', attributes }, () =>
      runAtMost(withinMs, undefined, async (abortSignal) => send(await opened, { abortSignal })),
    ).catch(failUnavailable);
  };

  async function* listPages(Prefix?: string): AsyncGenerator<S3Object[], void, void> {
    let ContinuationToken: string | undefined;
    do {
      const query = { Bucket, Prefix, MaxKeys: pageSize, ContinuationToken };
      const page = await request('ListObjectsV2', (s3, options) => s3.listObjectsV2(query, options));
      if (page.Contents) yield page.Contents;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  return {
    forTenant(tenantId) {
      const prefix = `${assertUuid(tenantId)}/`;
      const toLocation = (id: string) => ({ Bucket, Key: `${prefix}${assertUuid(id)}.pdf` });
      return {
        async put(id, bytes) {
          const object = { ...toLocation(id), Body: bytes, ContentType: 'application/pdf' };
          await request('PutObject', (s3, options) => s3.putObject(object, options));
        },
        async read(id) {
          const object = toLocation(id);
          return request('GetObject', (s3, options) => s3.getObject(object, options).then(readBody, nullIfMissing));
        },
        async size(id) {
          const object = toLocation(id);
          const head = await request('HeadObject', (s3, options) =>
            s3.headObject(object, options).catch(nullIfMissing),
          );
          return head && (head.ContentLength ?? 0);
        },
        async stream(id, from, to) {
          const object = { ...toLocation(id), Range: `bytes=${from}-${to}` };
          const response = await request('GetObject', (s3, options) =>
            s3.getObject(object, options).catch(nullIfMissing),
          );
          return response && passThrough(response.Body as Readable, stallMs);
        },
        async remove(id) {
          const object = toLocation(id);
          await request('DeleteObject', (s3, options) => s3.deleteObject(object, options));
        },
        async removeAll() {
          for await (const page of listPages(prefix)) {
            const Delete = { Objects: page.map(({ Key }) => ({ Key })), Quiet: true };
            const { Errors: [first] = [] } = await request('DeleteObjects', (s3, options) =>
              s3.deleteObjects({ Bucket, Delete }, options),
            );
            if (first) failUnavailable(new Error(`An object could not be deleted: ${first.Code}`));
          }
        },
      };
    },
    async *list() {
      for await (const page of listPages()) {
        yield page.flatMap(({ Key = '', LastModified: at }) => {
          const file = parseObjectKey(Key);
          return file && at ? [{ ...file, at }] : [];
        });
      }
    },
  };
}

async function readBody({ Body, ContentLength = Infinity }: ObjectBody): Promise<Buffer> {
  const body = Body as Readable;
  if (ContentLength <= maxBytes) return Buffer.concat((await body.toArray()) as Buffer[]);
  body.destroy(); // ends the request
  throw new Error('An object in the bucket is larger than any upload.');
}
type ObjectBody = { Body?: unknown; ContentLength?: number | undefined };

/** Passes the bytes on. The request ends when the returned stream is destroyed or stalls. */
function passThrough(body: Readable, stallMs: number): Readable {
  const out = new Transform({
    transform(chunk, _encoding, done) {
      stallTimer.refresh();
      done(null, chunk);
    },
  });
  const abort = (cause: unknown): void => void out.destroy(createOutageError(cause));
  const stallTimer = setTimeout(() => abort(new Error('Stalled')), stallMs);
  out.on('error', () => undefined); // the reader has its own listener; without a reader, an error must not end the process
  out.once('close', () => {
    clearTimeout(stallTimer);
    body.destroy();
  });
  return body.on('error', abort).pipe(out);
}

/** A response to HEAD has no body, so its error is only `NotFound`. A missing bucket is an outage. */
function nullIfMissing(error: Error): null {
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return null;
  throw error;
}

// The store in an S3 bucket: one object for each file. How the bucket encrypts them is the bucket's own affair.
import type { _Object as S3Object } from '@aws-sdk/client-s3';
import { createRequire } from 'node:module';
import { Transform, type Readable } from 'node:stream';
import { withTimeout } from '../timeouts.ts';
import { assertUuid, parseObjectKey, pageSize } from './object-keys.ts';
import { failUnavailable, createOutageError } from './outage.ts';
import type { FileStorage } from './storage.ts';

/** Loaded with the first bucket: where files lie in a folder it would take ten megabytes of memory for nothing. */
const sdk = (): typeof import('@aws-sdk/client-s3') =>
  createRequire(import.meta.url)('@aws-sdk/client-s3') as typeof import('@aws-sdk/client-s3');

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
  const s3 = sdk();
  const client = new s3.S3Client({
    requestHandler: { connectionTimeout: connectWithinMs, httpAgent: idle, httpsAgent: idle },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
  const request = <Answer>(question: (abortSignal: AbortSignal) => Promise<Answer>): Promise<Answer> =>
    withTimeout(withinMs, undefined, question).catch(failUnavailable);

  async function* pages(Prefix?: string): AsyncGenerator<S3Object[], void, void> {
    let ContinuationToken: string | undefined;
    do {
      const command = new s3.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: pageSize, ContinuationToken });
      const page = await request((abortSignal) => client.send(command, { abortSignal }));
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
          const command = new s3.PutObjectCommand({ ...place(id), Body: bytes, ContentType: 'application/pdf' });
          await request((abortSignal) => client.send(command, { abortSignal }));
        },
        async read(id) {
          const command = new s3.GetObjectCommand(place(id));
          return request((abortSignal) => client.send(command, { abortSignal }).then(readWhole, nullIfGone));
        },
        async size(id) {
          const command = new s3.HeadObjectCommand(place(id));
          const response = await request((abortSignal) => client.send(command, { abortSignal }).catch(nullIfGone));
          return response && (response.ContentLength ?? 0);
        },
        async stream(id, from, to) {
          const command = new s3.GetObjectCommand({ ...place(id), Range: `bytes=${from}-${to}` });
          const response = await request((abortSignal) => client.send(command, { abortSignal }).catch(nullIfGone));
          return response && passThrough(response.Body as Readable, stallMs);
        },
        async remove(id) {
          const command = new s3.DeleteObjectCommand(place(id));
          await request((abortSignal) => client.send(command, { abortSignal }));
        },
        async removeAll() {
          for await (const page of pages(home)) {
            const Objects = page.map(({ Key }) => ({ Key }));
            const command = new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
            const { Errors: [first] = [] } = await request((abortSignal) => client.send(command, { abortSignal }));
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

// Reads an upload: multipart/form-data with one part, named `file`. It is kept in memory, so nothing is ever left on disk.
import { Writable } from 'node:stream';
import type { Context } from 'koa';
import formidable, { multipart } from 'formidable';
import { koaBody } from 'koa-body';
import { ApiError, fail } from '../errors.ts';

const onePartMessage = 'Send multipart/form-data with exactly one part, the file, named "file".';
const incompleteMessage = 'The upload could not be read: it is empty, incomplete or no multipart/form-data.';
/** How many uploads a process holds at once. Others wait unread, for as long as a request may take to arrive. */
const maxConcurrentUploads = 8;
/** Formidable's codes for what is no file or one too many, and for a file that is too large. */
const noFileCodes = [1006, 1007, 1015];
const tooLargeCodes = [1009, 1016];

/**
 * The bytes of the one file in the request's body.
 *
 * @throws {ApiError} VALIDATION_ERROR, PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE
 */
export async function readUpload(ctx: Context, maxBytes: number): Promise<Buffer> {
  const type = ctx.request.is('multipart/form-data');
  if (type === null) fail('VALIDATION_ERROR', onePartMessage);
  if (!type) fail('UNSUPPORTED_MEDIA_TYPE', onePartMessage);
  if (ctx.get('Content-Encoding'))
    fail('UNSUPPORTED_MEDIA_TYPE', 'Send the upload as it is, without a Content-Encoding.');
  await acquireSlot(ctx.res);
  const pieces: Buffer[] = [];
  const parse = koaBody({
    json: false,
    urlencoded: false,
    text: false,
    multipart: true,
    formidable: {
      maxFiles: 1,
      maxFileSize: maxBytes,
      maxTotalFileSize: maxBytes,
      maxFields: 1,
      maxFieldsSize: 1_000,
      allowEmptyFiles: false,
      fileWriteStreamHandler: () => bufferSink(pieces),
      enabledPlugins: [acceptFilesWithoutType, multipart],
    },
  });
  await Promise.resolve(parse(ctx, async () => {})).catch((error: FormError) => translateUploadError(error, maxBytes));
  const { files, body } = ctx.request as unknown as { files: Record<string, unknown>; body: Record<string, unknown> };
  const one = Object.keys(files).join() === 'file' && Object.keys(body).length === 0;
  return one ? Buffer.concat(pieces) : fail('VALIDATION_ERROR', onePartMessage);
}

/** A file's part may come without a type (RFC 7578, 4.4), as Python's clients send it; Formidable takes it for a field. */
function acceptFilesWithoutType(form: InstanceType<typeof formidable.Formidable>): void {
  form.onPart = (part) => {
    if (part.originalFilename !== null) part.mimetype ??= 'application/octet-stream';
    form._handlePart(part);
  };
}

let activeUploads = 0;
const waitingUploads: (() => void)[] = [];

/** Waits for a place in memory; it is given back when the request has ended, for the file is needed until then. */
async function acquireSlot(response: Context['res']): Promise<void> {
  if (activeUploads < maxConcurrentUploads) activeUploads += 1;
  else await new Promise<void>((go) => waitingUploads.push(go)); // the place is passed on, so `activeUploads` stays
  const releaseSlot = (): void => {
    const next = waitingUploads.shift();
    if (next) next();
    else activeUploads -= 1;
  };
  if (!response.closed) return void response.once('close', releaseSlot);
  releaseSlot();
  fail('VALIDATION_ERROR', incompleteMessage); // whoever sent it has gone
}

type FormError = Error & { code?: number | string; httpCode?: number };

function bufferSink(pieces: Buffer[]): Writable {
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
}

function translateUploadError(error: FormError, maxBytes: number): never {
  if (error instanceof ApiError) throw error;
  const code = Number(error.code);
  if (tooLargeCodes.includes(code)) {
    fail('PAYLOAD_TOO_LARGE', `The file is too large; it may have up to ${maxBytes / 1_000_000} MB.`);
  }
  if (noFileCodes.includes(code)) fail('VALIDATION_ERROR', onePartMessage);
  return fail('VALIDATION_ERROR', incompleteMessage);
}

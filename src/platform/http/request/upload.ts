// Reads uploads: multipart/form-data with one part named `file`. The file stays in memory, so nothing remains on disk.
import { Writable } from 'node:stream';
import type { Context } from 'koa';
import formidable, { multipart } from 'formidable';
import { koaBody } from 'koa-body';
import { ApiError, fail } from '../../errors.ts';
import { failType } from './body.ts';

const onePartMessage = 'Send multipart/form-data with exactly one part, the file, named "file".';
const incompleteMessage = 'The upload cannot be read: it is empty, incomplete or not multipart/form-data.';
/** Formidable's error codes for a wrong number of files or fields, and for a file that is too large. */
const wrongPartsCodes = [1006, 1007, 1015];
const tooLargeCodes = [1009, 1016];

/** @throws {ApiError} VALIDATION_ERROR, PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE */
export async function readUpload(ctx: Context, maxBytes: number): Promise<Buffer> {
  const type = ctx.request.is('multipart/form-data');
  if (type === null) fail('VALIDATION_ERROR', onePartMessage);
  if (!type) failType(ctx, ['multipart/form-data'], onePartMessage);
  if (ctx.get('Content-Encoding')) fail('UNSUPPORTED_MEDIA_TYPE', 'Send the upload without a Content-Encoding.');
  const chunks: Buffer[] = [];
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
      fileWriteStreamHandler: () => createBufferSink(chunks),
      enabledPlugins: [acceptFilesWithoutType, multipart],
    },
  });
  await Promise.resolve(parse(ctx, async () => {})).catch((error: FormError) => translateUploadError(error, maxBytes));
  const { files, body } = ctx.request as unknown as { files: Record<string, unknown>; body: Record<string, unknown> };
  const hasOneFile = Object.keys(files).join() === 'file' && Object.keys(body).length === 0;
  return hasOneFile ? Buffer.concat(chunks) : fail('VALIDATION_ERROR', onePartMessage);
}

/** A file part may lack a Content-Type (RFC 7578, 4.4), as from Python clients. Formidable would read it as a field. */
function acceptFilesWithoutType(form: InstanceType<typeof formidable.Formidable>): void {
  form.onPart = (part) => {
    if (part.originalFilename !== null) part.mimetype ??= 'application/octet-stream';
    form._handlePart(part);
  };
}

type FormError = Error & { code?: number | string; httpCode?: number };

function createBufferSink(chunks: Buffer[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
}

function translateUploadError(error: FormError, maxBytes: number): never {
  if (error instanceof ApiError) throw error;
  const code = Number(error.code);
  if (tooLargeCodes.includes(code)) {
    fail('PAYLOAD_TOO_LARGE', `The file is too large; the limit is ${maxBytes / 1_000_000} MB.`);
  }
  if (wrongPartsCodes.includes(code)) fail('VALIDATION_ERROR', onePartMessage);
  return fail('VALIDATION_ERROR', incompleteMessage);
}

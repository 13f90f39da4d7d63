// What an upload may be: its type, its size, its parts; whatever is refused leaves no file and no import behind.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { fingerprint, leaveParams, sharedCompany } from '../../support/company.ts';
import { service } from '../../support/service.ts';
import { boundary, filesOf, formOf, type Part } from '../../support/upload.ts';
import { expectRefusal, send, socketTo, type Sent, type Wire } from './wire.ts';

const api = service();
const form = `multipart/form-data; boundary=${boundary}`;
const pdf = '%PDF-1.7\nnothing more';
const file: Part = { name: 'file', filename: 'a.pdf', content: pdf };
const ofBytes = (bytes: number): string => pdf + ' '.repeat(bytes - pdf.length);
/** What a parser of forms that writes to disk would leave there. */
const drafts = (): string[] => readdirSync(tmpdir()).filter((name) => /^[a-z0-9]{25}$/.test(name));
const acme = sharedCompany(api, 'Ada (admin)\n  Bob');
let token: string;

before(async () => {
  token = await acme.token('Ada');
});

function post(body: Wire['body'], type = form, headers: Record<string, string> = {}): Promise<Sent> {
  const sent = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }), ...headers };
  const path = `/v1/admin/users/${acme.id('Bob')}/insights/import`;
  return send(api.url, path, { method: 'POST', headers: sent, ...(body === undefined ? {} : { body }) });
}

describe('an upload', () => {
  const accepted: Record<string, () => Promise<Sent>> = {
    'of exactly 10 MB': () => post(formOf([{ ...file, content: ofBytes(10_000_000) }])),
    'in chunks, without a length': () => post([formOf([file]).subarray(0, 90), formOf([file]).subarray(90)]),
    'of any declared type and name, if its bytes are a PDF': () =>
      post(formOf([{ ...file, type: 'text/html', filename: '../../etc/passwd' }])),
    'of no declared type': () => post(formOf([{ ...file, type: '' }])),
    'of a PDF that begins within its first 1,024 bytes': () =>
      post(formOf([{ ...file, content: 'x'.repeat(1_019) + pdf }])),
  };
  for (const [what, sent] of Object.entries(accepted)) {
    it(`is taken ${what}`, async () => {
      const { status, body, headers } = await sent();
      const { jobId } = body as { jobId: string };
      expect({ status, body }).to.deep.equal({ status: 202, body: { jobId, status: 'queued' } });
      expect(headers['location']).to.equal(`/v1/admin/users/${acme.id('Bob')}/insights/import/${jobId}`);
      expect(filesOf(api, acme.tenantId)).to.include(`${jobId}.pdf`);
    });
  }

  const refused: Record<string, [number, string, () => Promise<Sent>]> = {
    'of 10 MB and one byte': [
      413,
      'PAYLOAD_TOO_LARGE',
      () => post(formOf([{ ...file, content: ofBytes(10_000_001) }])),
    ],
    'with a field of 2,000 characters': [
      400,
      'VALIDATION_ERROR',
      () => post(formOf([{ name: 'note', content: 'x'.repeat(2_000) }, file])),
    ],
    'as JSON': [415, 'UNSUPPORTED_MEDIA_TYPE', () => post('{}', 'application/json')],
    'as a bare PDF': [415, 'UNSUPPORTED_MEDIA_TYPE', () => post(pdf, 'application/pdf')],
    'without a type': [415, 'UNSUPPORTED_MEDIA_TYPE', () => post(formOf([file]), '')],
    'without a body': [400, 'VALIDATION_ERROR', () => post(undefined)],
    'without a boundary': [400, 'VALIDATION_ERROR', () => post(formOf([file]), 'multipart/form-data')],
    'of bytes that are no form': [400, 'VALIDATION_ERROR', () => post('hello there')],
    'cut off before its end': [400, 'VALIDATION_ERROR', () => post(formOf([file], ''))],
    'of no parts': [400, 'VALIDATION_ERROR', () => post(formOf([]))],
    'of an empty file': [400, 'VALIDATION_ERROR', () => post(formOf([{ ...file, content: '' }]))],
    'of two files': [400, 'VALIDATION_ERROR', () => post(formOf([file, { ...file, name: 'second' }]))],
    'of the same part twice': [400, 'VALIDATION_ERROR', () => post(formOf([file, file]))],
    'of a part with another name': [400, 'VALIDATION_ERROR', () => post(formOf([{ ...file, name: 'pdf' }]))],
    'with a field beside the file': [
      400,
      'VALIDATION_ERROR',
      () => post(formOf([{ name: 'note', content: 'hi' }, file])),
    ],
    'of a field instead of a file': [400, 'VALIDATION_ERROR', () => post(formOf([{ name: 'file', content: pdf }]))],
    'of a file that is no PDF': [400, 'VALIDATION_ERROR', () => post(formOf([{ ...file, content: 'MZ' }]))],
    'of a PDF that begins too late': [
      400,
      'VALIDATION_ERROR',
      () => post(formOf([{ ...file, content: 'x'.repeat(1_020) + pdf }])),
    ],
    'of a long field instead of a file': [
      400,
      'VALIDATION_ERROR',
      () => post(formOf([{ name: 'file', content: pdf + 'x'.repeat(20_000) }])),
    ],
    'said to be compressed': [
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      () => post(formOf([file]), form, { 'content-encoding': 'gzip' }),
    ],
  };
  for (const [what, [status, code, sent]] of Object.entries(refused)) {
    it(`is refused ${what}`, async () => {
      const before = [await fingerprint(api, acme.tenantId), filesOf(api, acme.tenantId), drafts()];
      const message = expectRefusal(await sent(), status, code);
      expect(message).to.not.match(/options\.|formidable|passwd/);
      const after = [await fingerprint(api, acme.tenantId), filesOf(api, acme.tenantId), drafts()];
      expect(after).to.deep.equal(before);
    });
  }

  it('that the client aborts leaves nothing behind, and the service continues', async () => {
    const before = [await fingerprint(api, acme.tenantId), filesOf(api, acme.tenantId), drafts()];
    const socket = await socketTo(api.url);
    const body = formOf([{ ...file, content: ofBytes(1_000_000) }]);
    const seen = api.logged.length;
    socket.write(
      `POST /v1/admin/users/${acme.id('Bob')}/insights/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: ${form}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, 600_000), () => setImmediate(() => socket.destroy()));
    await once(socket, 'close');
    while (!api.logged.slice(seen).some((line) => line.includes('insights/import'))) {
      await new Promise((next) => setTimeout(next, 10));
    }
    expect(api.logged.slice(seen).join('')).to.not.include('"level":50');
    const after = [await fingerprint(api, acme.tenantId), filesOf(api, acme.tenantId), drafts()];
    expect(after).to.deep.equal(before);
    expect((await post(formOf([file]))).status).to.equal(202);
  });

  it('is not read before the caller is known to be allowed', async () => {
    const bob = await acme.token('Bob');
    const socket = await socketTo(api.url);
    socket.write(
      `POST /v1/admin/users/${acme.id('Bob')}/insights/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bob}\r\n` +
        `Content-Type: ${form}\r\nContent-Length: 9000000\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).to.match(/^HTTP\/1.1 403 /); // not a byte of the file has been sent
    socket.destroy();
  });

  it('leaves no file when its import cannot be recorded', async () => {
    const before = filesOf(api, acme.tenantId);
    const leave = leaveParams(acme.id('Bob'), '2026-11-20T10:00:00Z');
    const undone = api.graph.transaction({ tenantId: acme.tenantId, userId: acme.id('Ada') }, async (tx) => {
      await tx.rows('organisation/people/write', leave); // Bob is locked until this transaction ends
      expectRefusal(await post(formOf([file])), 503, 'DATABASE_UNAVAILABLE');
      throw new Error('undone');
    });
    expect(await undone.catch((error: Error) => error.message)).to.equal('undone');
    expect(filesOf(api, acme.tenantId)).to.deep.equal(before);
    expect((await post(formOf([file]))).status).to.equal(202);
  });
});

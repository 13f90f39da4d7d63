// What a request's body may be: its type, its size, its encoding; whatever else is refused changes nothing.
import { once } from 'node:events';
import { gzipSync, deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { fingerprint, sharedCompany, userToken } from '../../support/company.ts';
import { service } from '../../support/service.ts';
import { expectRefusal, send, socketTo, type Sent, type Wire } from './wire.ts';

const api = service();
const kilobytes64 = 65_536;
const codes = { 400: 'VALIDATION_ERROR', 413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' } as const;
const acme = sharedCompany(api, 'Ada\n  Cy');
let token: string;
let week = 0;

before(async () => {
  token = await userToken(api, acme.tenantId, acme.id('Cy'));
});

/** A good body, of another week each time, with `text` as one of its fields. */
function good(text = 'x'): string {
  const weekStart = new Date(Date.UTC(2026, 0, 5 + 7 * week++)).toISOString().slice(0, 10);
  const scores = { qualityOfWork: 4, personalWellbeing: 3, professionalWellbeing: 5 };
  return JSON.stringify({ weekStart, scores, proud: '', obstacles: text, learned: '', important: '' });
}
/** A good body with white space up to exactly this many bytes. */
function goodOf(bytes: number): string {
  const text = good();
  return text + ' '.repeat(bytes - Buffer.byteLength(text));
}
function halves(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  return [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)];
}
function post(body: Wire['body'], headers: Record<string, string> = {}): Promise<Sent> {
  const sent = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
  const named = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
  return send(api.url, '/v1/summaries', { method: 'POST', headers: named, ...(body === undefined ? {} : { body }) });
}

describe('a JSON body', () => {
  const accepted: Record<string, () => Promise<Sent>> = {
    'as application/json': () => post(good()),
    'with a charset of utf-8 in any spelling': () =>
      post(good(), { 'content-type': 'application/JSON; charset="UTF-8"' }),
    'of exactly 64 KB': () => post(goodOf(kilobytes64)),
    'in chunks, without a length': () => post(halves(good())),
    'compressed with gzip': () => post(gzipSync(good('z'.repeat(500))), { 'content-encoding': 'gzip' }),
    'compressed with GZIP in capitals': () => post(gzipSync(good()), { 'content-encoding': 'GZIP' }),
    'compressed with gzip by its older name': () => post(gzipSync(good()), { 'content-encoding': 'x-gzip' }),
    'compressed with deflate': () => post(deflateSync(good()), { 'content-encoding': 'deflate' }),
    'of 64 KB after decompression': () => post(gzipSync(goodOf(kilobytes64)), { 'content-encoding': 'gzip' }),
  };
  for (const [how, sent] of Object.entries(accepted)) {
    it(`is accepted ${how}`, async () => {
      const { status, text } = await sent();
      expect(status, text).to.equal(201);
    });
  }
});

describe('a body that is no JSON object in UTF-8 of at most 64 KB', () => {
  let unchanged: unknown;
  before(async () => {
    unchanged = await fingerprint(api, acme.tenantId);
  });
  const type = (name: string) => ({ 'content-type': name });
  const gzip = { 'content-encoding': 'gzip' };
  const latin1 = Buffer.from(good('caf\u00e9'), 'latin1');
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const form = `--b\r\nContent-Disposition: form-data; name="proud"\r\n\r\nx\r\n--b--\r\n`;
  const bomb = gzipSync(Buffer.alloc(100_000_000));

  const refused: [what: string, sent: () => Promise<Sent>, status: keyof typeof codes][] = [
    ['malformed JSON', () => post('{"weekStart": '), 400],
    ['two JSON values', () => post(`${good()}${good()}`), 400],
    ['a trailing comma', () => post('{"weekStart": "2026-11-16",}'), 400],
    ['a string', () => post('"text"'), 400],
    ['a number', () => post('4'), 400],
    ['null', () => post('null'), 400],
    ['an array', () => post(`[${good()}]`), 400],
    ['an object with __proto__', () => post(good().replace('{', '{"__proto__":{"roles":["admin"]},')), 400],
    ['an object with constructor', () => post(good().replace('{', '{"constructor":{},')), 400],
    ['an array 20,000 deep', () => post(deep), 400],
    ['a field 20,000 deep', () => post(good().replace('"x"', deep)), 400],
    ['nothing, with a length of 0', () => post(''), 400],
    ['nothing, without a length', () => post(undefined, { 'content-length': '' }), 400],
    ['nothing, in chunks', () => post([], { 'transfer-encoding': 'chunked' }), 400],
    ['NUL in a text', () => post(good('a\0b')), 400],
    ['NUL as a byte', () => post(good().replace('"x"', '"a\0b"')), 400],
    ['a lone high surrogate', () => post(good().replace('"x"', '"\\ud800"')), 400],
    ['a lone low surrogate', () => post(good().replace('"x"', '"a\\udc00b"')), 400],
    ['bytes that are not UTF-8', () => post(latin1), 400],
    ['a UTF-8 sequence cut short', () => post(Buffer.from([0x22, 0xf0, 0x9f, 0x92, 0x22])), 400],
    ['an overlong UTF-8 sequence', () => post(Buffer.from([0x22, 0xc0, 0xaf, 0x22])), 400],
    ['UTF-16', () => post(Buffer.from(good(), 'utf16le')), 400],
    ['what is not gzip, named gzip', () => post(good(), gzip), 400],
    ['gzip cut short', () => post(gzipSync(good()).subarray(0, 40), gzip), 400],
    ['64 KB and a byte', () => post(goodOf(kilobytes64 + 1)), 413],
    ['64 KB and a byte in chunks', () => post(halves(goodOf(kilobytes64 + 1))), 413],
    ['a megabyte', () => post(goodOf(1_048_576)), 413],
    ['64 KB and a byte after decompression', () => post(gzipSync(goodOf(kilobytes64 + 1)), gzip), 413],
    ['a bomb of 100 MB in gzip', () => post(bomb, gzip), 413],
    ['nothing, without a type', () => post('', type('')), 415],
    ['no type', () => post(good(), type('')), 415],
    ['text/plain', () => post(good(), type('text/plain')), 415],
    ['a form', () => post('weekStart=2026-11-16', type('application/x-www-form-urlencoded')), 415],
    ['XML', () => post('<a/>', type('application/xml')), 415],
    ['merge-patch+json', () => post(good(), type('application/merge-patch+json')), 415],
    ['multipart', () => post(form, type('multipart/form-data; boundary=b')), 415],
    ['a type that is none', () => post(good(), type('json')), 415],
    ['latin1, declared', () => post(latin1, type('application/json; charset=latin1')), 415],
    ['UTF-16, declared', () => post(good(), type('application/json; charset=utf-16')), 415],
    ['an unknown compression', () => post(good(), { 'content-encoding': 'zstd' }), 415],
    ['a compression of two layers', () => post(gzipSync(gzipSync(good())), { 'content-encoding': 'gzip, gzip' }), 415],
  ];
  for (const [what, sent, status] of refused) {
    it(`is answered ${status} when it is ${what}`, async () => {
      expectRefusal(await sent(), status, codes[status]);
    });
  }

  it('does not affect other requests when its client disconnects half-way', async () => {
    const socket = await socketTo(api.url);
    const head = ['POST /v1/summaries HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`];
    socket.write(
      [...head, 'Content-Type: application/json', 'Content-Length: 200', 'Expect: 100-continue'].join('\r\n'),
    );
    socket.write('\r\n\r\n');
    await once(socket, 'data'); // 100 Continue: the service waits for the body
    socket.write('{"weekStart"');
    socket.destroy();
    expectRefusal(await post('{'), 400, 'VALIDATION_ERROR');
  });

  it('has not changed anything, in any of these cases', async () => {
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(unchanged);
  });
});

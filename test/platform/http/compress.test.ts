// Responses above 1 KB are compressed for clients that accept it, streamed lists as well, and limits hold as without.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { sharedCompany, type Company } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { send } from './wire.ts';

const people = 10_000;
after(() => removePeople(acme)); // before the service closes its graph
const api = service();
const acme = sharedCompany(api, 'Ada [Sales] (admin)\n  Bob');
let chain: string;

/** Adds people below Ada, with a name of a fixed part and so many random letters. */
async function hire(count: number, to: Company, name: string, letters: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, place) => ({
    id: randomUUID(),
    name: `${name} ${place}${Array.from({ length: letters / 32 }, () => randomUUID().replaceAll('-', '')).join('')}`,
    jobTitle: `Job ${place % 40}`,
  }));
  for (let from = 0; from < count; from += 1_000) {
    await to.statement(
      `MATCH (head:User {tenantId: $tenantId, id: $ada})
       UNWIND $rows AS row
       CREATE (u:User:$($label) {tenantId: $tenantId, id: row.id, name: row.name, email: row.id, jobTitle: row.jobTitle,
         roles: [], active: true})-[:REPORTS_TO]->(head)`,
      { ada: to.id('Ada'), rows: rows.slice(from, from + 1_000) },
    );
  }
}

before(async () => {
  chain = `/v1/org/users/${acme.id('Ada')}/chain`;
  await hire(people, acme, 'Person', 0);
});

const removePeople = (of: Company): Promise<unknown> =>
  of.statement('MATCH (u:User {tenantId: $tenantId}) CALL (u) { DETACH DELETE u } IN TRANSACTIONS OF 2000 ROWS');

type Received = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; isComplete: boolean };
async function ask(path: string, coding?: string, more: Record<string, string> = {}): Promise<Received> {
  const authorization = `Bearer ${await acme.token('Ada')}`;
  const headers = { authorization, ...(coding !== undefined && { 'accept-encoding': coding }), ...more };
  return read(api.url + path, headers);
}
function read(url: string, headers: Record<string, string>): Promise<Received> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined);
      answer.on('close', () => {
        const { statusCode: status = 0, complete: isComplete } = answer;
        resolve({ status, headers: answer.headers, bytes: Buffer.concat(pieces), isComplete });
      });
    });
    asked.on('error', reject).end();
  });
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

describe('a chain of 10,000 people', () => {
  for (const [coding, decode] of Object.entries(decoders)) {
    it(`takes at most 300 KB on the wire with ${coding}, and is the same list`, async () => {
      const plain = await ask(chain);
      const { status, headers, bytes } = await ask(chain, coding);
      expect(status).to.equal(200);
      expect(headers).to.include({ 'content-encoding': coding, 'transfer-encoding': 'chunked' });
      expect(headers).to.not.have.property('content-length');
      expect(headers['vary']).to.match(/\bAccept-Encoding\b/);
      expect(bytes.length)
        .to.be.at.most(300_000)
        .and.below(plain.bytes.length / 3);
      expect(decode(bytes).equals(plain.bytes)).to.equal(true);
      expect(JSON.parse(String(plain.bytes))).to.have.length(people + 1);
    });
  }
  it('leaves page by page: its first rows arrive long before its last', async () => {
    const headers = { authorization: `Bearer ${await acme.token('Ada')}`, 'accept-encoding': 'br' };
    const pieces = await new Promise<number>((resolve, reject) => {
      const asked = request(api.url + chain, { headers, agent: false }, (answer) => {
        let count = 0;
        answer.on('data', () => (count += 1)).on('end', () => resolve(count));
      });
      asked.on('error', reject).end();
    });
    expect(pieces).to.be.at.least(people / 500);
  });
});

describe('a report of 10,000 people as CSV', () => {
  it('is one table with one line of headings, whose pages join without loss', async () => {
    const { status, headers, bytes } = await ask('/v1/reports/org', 'br', { accept: 'text/csv' });
    expect(status).to.equal(200);
    expect(headers).to.include({ 'content-type': 'text/csv; charset=utf-8', 'transfer-encoding': 'chunked' });
    const [headings = '', ...lines] = String(brotliDecompressSync(bytes)).trimEnd().split('\n');
    expect(headings).to.match(/^\uFEFFUser ID,Name,Email,/);
    expect(new Set(lines.map((line) => line.split(',')[0]))).to.have.property('size', people + 2);
    expect(lines).to.have.length(people + 2);
    for (const line of lines) expect(line.split(',')).to.have.length(headings.split(',').length);
  });
});

describe('the coding of a response', () => {
  const accepted: [accept: string | undefined, coding: string | undefined][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    [undefined, undefined],
  ];
  for (const [accept, coding] of accepted) {
    it(`follows Accept-Encoding: ${accept ?? 'none'}`, async () => {
      const { headers } = await ask('/openapi.json', accept);
      expect(headers['content-encoding']).to.equal(coding);
      expect(headers['vary']).to.match(/\bAccept-Encoding\b/);
    });
  }
  it('is not applied to a short response, which keeps its length', async () => {
    const { headers, bytes } = await ask('/v1/goals/board', 'br, gzip');
    expect(bytes.length).to.be.below(1_024);
    expect(headers).to.not.have.property('content-encoding');
    expect(headers['content-length']).to.equal(String(bytes.length));
  });
  it('is the same for a value as for a list', async () => {
    const made = await acme.as('Ada').post<{ id: string }>('/summaries', aSummary({ learned: 'more '.repeat(400) }));
    const path = `/v1/summaries/${made.body.id}`;
    const plain = await ask(path);
    const small = await ask(path, 'gzip');
    expect(small.headers['content-encoding']).to.equal('gzip');
    expect(gunzipSync(small.bytes).equals(plain.bytes)).to.equal(true);
  });
});

describe('a list with names that do not compress', () => {
  const long = sharedCompany(api, 'Ada (admin)\n  Bob');
  before(async () => {
    await hire(4_000, long, 'x', 4_096);
  });
  after(() => removePeople(long));

  it('is cut off for a client that accepts a coding and stops reading', async () => {
    const path = `/v1/org/users/${long.id('Ada')}/chain`;
    const headers = { authorization: `Bearer ${await long.token('Ada')}`, 'accept-encoding': 'br' };
    const asked = request(api.url + path, { headers, agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
    answer.pause();
    answer.on('error', () => undefined);
    expect(answer.headers['content-encoding']).to.equal('br');
    while (!api.logged.some((line) => line.includes('read a list too slowly'))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await new Promise<void>((resolve) => {
      answer.once('close', resolve);
      answer.resume();
    });
    expect(answer.complete).to.equal(false);
    expect((await send(api.url, '/readyz')).status).to.equal(200);
  });
});

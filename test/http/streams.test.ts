// Long lists are streamed: whoever reads one slowly, or goes away half-way, is nobody else's trouble.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { company, userToken, type Company } from '../support/company.ts';
import { aSummary } from '../support/samples.ts';
import { service } from '../support/service.ts';
import { send, socketTo } from './wire.ts';

const api = service();
const people = 3_000;
let acme: Company;
let token: string;
let path: string;

before(async () => {
  acme = await company(api, 'Ada (admin)\n  Bob');
  token = await userToken(api, acme.tenantId, acme.id('Ada'));
  path = `/v1/org/users/${acme.id('Ada')}/chain`;
  // Names of a kilobyte make the answer longer than what the connection itself holds on its way.
  await api.graph.statement(
    `MATCH (head:User {tenantId: $tenantId, id: $head})
     UNWIND $ids AS id
     CREATE (u:User {tenantId: $tenantId, id: id, name: $name + id, email: id, roles: [], active: true})-[:REPORTS_TO]->(head)
     SET u:$($label)`,
    {
      tenantId: acme.tenantId,
      head: acme.id('Bob'),
      ids: Array.from({ length: people }, () => randomUUID()),
      name: 'x'.repeat(1_000),
      label: `T_${acme.tenantId.replaceAll('-', '')}`,
    },
  );
});

const headers = () => ({ authorization: `Bearer ${token}` });
async function expectService(): Promise<void> {
  const started = Date.now();
  const chain = send(api.url, `/v1/org/users/${acme.id('Bob')}/direct-reports`, { headers: headers() });
  const written = acme.as('Bob').post('/summaries', aSummary({ weekStart: anotherWeek() }));
  const ready = send(api.url, '/readyz');
  const statuses = (await Promise.all([chain, written, ready])).map(({ status }) => status);
  expect(statuses).to.deep.equal([200, 201, 200]);
  expect(Date.now() - started).to.be.below(3_000);
}
let weeks = 0;
function anotherWeek(): string {
  return new Date(Date.UTC(2026, 0, 5 + 7 * weeks++)).toISOString().slice(0, 10);
}
/** A client that has asked for the chain and read the first of it, but no more. */
async function reader(): Promise<Socket> {
  const socket = await socketTo(api.url);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers().authorization}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  expect(String(first)).to.match(/^HTTP\/1\.1 200 /);
  return socket;
}

describe('a chain of 3,000 people', () => {
  it('is one JSON array, whole, without a length', async () => {
    const { status, body, headers: told } = await send(api.url, path, { headers: headers() });
    expect(status).to.equal(200);
    expect(body).to.have.length(people + 1);
    expect(told).to.include({ 'transfer-encoding': 'chunked', 'content-type': 'application/json; charset=utf-8' });
  });

  it('leaves the service working when 30 clients go away half-way', async () => {
    for (let n = 0; n < 30; n++) (await reader()).destroy();
    await expectService();
  });

  it('leaves the service working when 30 clients go away before it begins', async () => {
    for (let n = 0; n < 30; n++) {
      const socket = await socketTo(api.url);
      const requests = api.logged.length;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers().authorization}\r\n\r\n`);
      socket.destroy();
      while (api.logged.length === requests) await new Promise((resolve) => setImmediate(resolve));
    }
    await expectService();
  });

  it('leaves the service working when 30 clients ask for its headers only', async () => {
    for (let n = 0; n < 30; n++) {
      const { status, text } = await send(api.url, path, { method: 'HEAD', headers: headers() });
      expect([status, text]).to.deep.equal([200, '']);
    }
    await expectService();
  });

  it('does not keep other requests waiting while 20 clients read it slowly', async () => {
    const slow = await Promise.all(Array.from({ length: 20 }, reader));
    try {
      await expectService();
      for (const socket of slow) socket.read(1);
      await expectService();
    } finally {
      for (const socket of slow) socket.destroy();
    }
    await expectService();
  });

  it('comes whole to a client that reads it slowly', async () => {
    const socket = await reader();
    await expectService();
    let length = 0;
    let end = '';
    socket.on('data', (piece: Buffer) => {
      length += piece.length;
      end = String(piece.subarray(-7));
      if (end.endsWith(']\r\n0\r\n\r\n'.slice(-7))) socket.end();
    });
    await once(socket, 'close');
    expect(length).to.be.above(people * 1_000);
  });
});

// Long lists are streamed. A slow reader, a reader that disconnects and a refused one do not affect others.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { company, userToken, type Company } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service, type Service } from '../../support/service.ts';
import { expectRefusal, send, socketTo, type Sent } from './wire.ts';

const people = 4_000;
const lettersInAName = 4_000;
const listsEach = 4; // src/platform/limits.ts: of a caller at once
const moreThanAtOnce = listsEach + 2;
let acme: Company;
let path: string;
let tokens: Record<'Ada' | 'Bob', string>;
let weeks = 0;

after(() =>
  acme.statement('MATCH (u:User {tenantId: $tenantId}) CALL (u) { DETACH DELETE u } IN TRANSACTIONS OF 2000 ROWS'),
);

const builder = service();
before(async () => {
  acme = await company(builder, 'Ada (admin)\n  Bob\n  Cy');
  path = `/v1/org/users/${acme.id('Ada')}/chain`;
  const ada = acme.id('Ada');
  const bob = acme.id('Bob');
  tokens = { Ada: await userToken(builder, acme.tenantId, ada), Bob: await userToken(builder, acme.tenantId, bob) };
  // So many and such long names are more than one fetch from the database and what a connection holds on its way.
  await acme.statement(
    `MATCH (head:User {tenantId: $tenantId, id: $ada})
     UNWIND $ids AS id
     CREATE (u:User {tenantId: $tenantId, id: id, name: id + $name, email: id, roles: [], active: true})
     CREATE (u)-[:REPORTS_TO]->(head)
     SET u:$($label)`,
    {
      ada,
      ids: Array.from({ length: people }, () => randomUUID()),
      name: 'x'.repeat(lettersInAName),
    },
  );
});

function ask(api: Service, who: 'Ada' | 'Bob' = 'Ada', method = 'GET'): Promise<Sent> {
  return send(api.url, path, { method, headers: { authorization: `Bearer ${tokens[who]}` } });
}

/** Expects that others are answered as ever: a list, a read of one row, a write and the probe. */
async function expectToServe(api: Service, who: 'Ada' | 'Bob' = 'Bob'): Promise<void> {
  const weekStart = new Date(Date.UTC(2026, 0, 5 + 7 * weeks++)).toISOString().slice(0, 10);
  const headers = { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' };
  const body = JSON.stringify(aSummary({ weekStart }));
  const answers = await Promise.all([
    send(api.url, `/v1/org/users/${acme.id('Bob')}/direct-reports`, { headers }),
    send(api.url, `/v1/summaries/${randomUUID()}`, { headers }),
    send(api.url, '/v1/summaries', { method: 'POST', headers, body }),
    send(api.url, '/readyz'),
  ]);
  expect(answers.map(({ status }) => status)).to.deep.equal([200, 404, 201, 200]);
}

/** A client that has asked for the chain and not yet read anything of it. */
async function asking(api: Service): Promise<Socket> {
  const socket = await socketTo(api.url);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${tokens.Ada}\r\n\r\n`);
  return socket;
}

/** A client that has read the beginning of the chain, but no more. */
async function reading(api: Service): Promise<Socket> {
  const socket = await asking(api);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  socket.unshift(first);
  expect(String(first).slice(0, 12)).to.equal('HTTP/1.1 200');
  return socket;
}

describe('a chain of 4,000 people with long names', () => {
  const api = service();
  it('is one JSON array, whole, without a length', async () => {
    const { status, body, headers } = await ask(api);
    expect(status).to.equal(200);
    expect(body).to.have.length(people + 2);
    expect(headers).to.include({ 'transfer-encoding': 'chunked', 'content-type': 'application/json; charset=utf-8' });
  });
  it('comes whole to a client that pauses', async () => {
    const socket = await reading(api);
    await expectToServe(api);
    let text = '';
    for await (const piece of socket) text += String(piece);
    expect(text.match(/"id":/g)).to.have.length.above(people - 10);
    expect(text.endsWith(']\r\n0\r\n\r\n')).to.equal(true);
  });
});

describe('the service keeps serving everyone', () => {
  const troubles: Record<string, (api: Service) => Promise<void>> = {
    'when clients go away half-way': async (api) => {
      (await reading(api)).destroy();
    },
    'when clients go away before the first row': async (api) => {
      const answered = () => api.logged.filter((line) => line.includes('"status":'));
      const before = answered().length;
      (await asking(api)).destroy();
      while (answered().length === before) await new Promise((resolve) => setImmediate(resolve));
      expect(answered().at(-1)).to.include('"status":200');
    },
    'when clients ask for the headers only': async (api) => {
      expect((await ask(api, 'Ada', 'HEAD')).status).to.equal(200);
    },
    'when clients ask for a chain that they may not see': async (api) => {
      expect((await ask(api, 'Bob')).status).to.equal(403);
    },
  };
  for (const [when, trouble] of Object.entries(troubles)) {
    describe(when, () => {
      const api = service();
      it('more often than a caller may begin lists at once', async () => {
        for (let n = 0; n < moreThanAtOnce; n++) await trouble(api);
        await expectToServe(api);
      });
    });
  }

  describe('when clients read slowly', () => {
    const api = service();
    it('refuses a caller a fifth long list, and nothing else', async () => {
      await expectToServe(api);
      const slow: Socket[] = [];
      const sips = setInterval(() => slow.forEach((socket) => void socket.read(65_536)), 200); // enough not to be cut off
      try {
        for (let n = 0; n < listsEach; n++) slow.push(await reading(api));
        const others = await Promise.all(Array.from({ length: 20 }, () => ask(api)));
        for (const refused of others) {
          expectRefusal(refused, 429, 'RATE_LIMITED');
          expect(refused.headers['retry-after']).to.equal('1');
        }
        await expectToServe(api, 'Ada');
        await expectToServe(api);
      } finally {
        clearInterval(sips);
        for (const socket of slow) socket.destroy();
      }
      await expectToServe(api);
      expect((await ask(api)).body).to.have.length(people + 2);
    });
  });

  describe('when clients stop reading', () => {
    const api = service();
    it('cuts them off, and serves them again', async () => {
      const stopped = await Promise.all(Array.from({ length: listsEach }, () => reading(api)));
      const cutOff = (): Set<unknown> => {
        const lines = api.logged.filter((line) => line.includes('read a list too slowly'));
        return new Set(lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId));
      };
      while (cutOff().size < listsEach) await new Promise((resolve) => setTimeout(resolve, 20));
      for (const socket of stopped) {
        let text = '';
        for await (const piece of socket) text += String(piece);
        expect(text.endsWith(']\r\n0\r\n\r\n')).to.equal(false);
      }
      expect((await ask(api)).status).to.equal(200);
    }); // a list that is read at all, but never to its end, is cut off after 30 seconds: later than this test may take
  });
});

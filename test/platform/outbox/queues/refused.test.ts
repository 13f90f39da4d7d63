// A Redis that accepts connections and refuses them: one warning says why, however often the client tries.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import pino from 'pino';
import { openRedis } from '../../../../src/platform/outbox/queues/redis.ts';
import { until } from '../../../support/until.ts';

describe('a Redis that refuses its clients', () => {
  it('is warned of once, with its reason', async () => {
    let attempts = 0;
    const server = createServer((socket) => {
      attempts += 1;
      socket.on('error', () => undefined);
      socket.end('-DENIED Redis is running in protected mode\r\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const redis = openRedis(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, log);
    await until(
      () => Promise.resolve(attempts),
      (count) => count >= 5,
    );
    redis.close();
    server.close();
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).to.deep.equal(['Redis connection failed']);
    expect(lines[0]).to.include('DENIED').and.not.include('TypeError');
  });
});

// A burst of new connections while the process is busy: all of them find a place.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect } from 'chai';
import { listen } from '../../../src/platform/http/process/lifecycle.ts';

const connections = 1_000;
const systemLimit = '/proc/sys/net/core/somaxconn';

/** Prints how many connections a client gets, all at once, before it gives up or has all. */
const client = `
  const { connect } = require('node:net');
  let made = 0;
  const end = () => { console.log(made); process.exit(); };
  setTimeout(end, 10_000);
  for (let i = 0; i < ${connections}; i += 1)
    connect(Number(process.argv[1]), '127.0.0.1', () => ++made === ${connections} && end()).on('error', () => undefined);
`;

describe('a server that is busy', () => {
  it('keeps a place for each of a thousand new connections', async () => {
    const server = createServer();
    const { port } = await listen(server, 0, '127.0.0.1');
    // This process is blocked until the client has ended: the operating system makes the connections.
    const made = Number(execFileSync(process.execPath, ['-e', client, String(port)], { encoding: 'utf8' }));
    await new Promise((closed) => server.close(closed));
    const limit = existsSync(systemLimit) ? Number(readFileSync(systemLimit, 'utf8')) : 128;
    expect(made).to.be.at.least(Math.min(connections, limit));
  });
});

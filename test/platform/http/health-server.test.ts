// Health checks at a port of their own: a probe does not wait behind the connections of clients.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { healthPaths } from '../../../src/platform/http/process/health.ts';
import { createHealthServer } from '../../../src/platform/http/process/server.ts';
import { listen } from '../../../src/platform/http/process/lifecycle.ts';
import { openMetrics } from '../../../src/platform/http/process/metrics.ts';
import { openLog } from '../../../src/platform/telemetry/log.ts';
import { openRedis } from '../../../src/platform/outbox/queues/redis.ts';
import { service } from '../../support/service.ts';
import { send } from './wire.ts';

const connections = 100;

/** Connects to the first port, then sends a probe to the second one, signals that it is sent, and reports its status. */
const client = `
  const { connect } = require('node:net');
  const { get } = require('node:http');
  const { parentPort, workerData: [clients, probed, signal] } = require('node:worker_threads');
  let made = 0;
  const probe = () => {
    const sent = get({ host: '127.0.0.1', port: probed, path: '/livez', agent: false }, ({ statusCode }) => parentPort.postMessage(statusCode));
    sent.on('finish', () => Atomics.notify(signal, 0, Atomics.store(signal, 0, 1)));
  };
  for (let i = 0; i < ${connections}; i += 1)
    connect(clients, '127.0.0.1').on('connect', () => ++made === ${connections} && probe());
`;

describe('a probe beside a hundred new connections', () => {
  const api = service();
  let servers: Server[];
  let redis: ReturnType<typeof openRedis>;
  let accepted: number;
  let acceptedBefore: number;
  beforeEach(async () => {
    accepted = 0;
    const main = createServer().on('connection', () => (accepted += 1));
    const log = openLog('api', 'info');
    redis = openRedis(api.config.REDIS_URL, log);
    const health = { graph: api.graph, redis, metrics: openMetrics(), stopping: () => false };
    servers = [main, createHealthServer(health, log)];
    servers[1]?.on('request', () => (acceptedBefore = accepted));
    for (const server of servers) await listen(server, 0, '127.0.0.1');
  });
  afterEach(() => {
    redis.close();
    servers.forEach((server) => (server.closeAllConnections(), server.close()));
  });

  it('is answered before most of them are accepted', async () => {
    const ports = servers.map((server) => (server.address() as AddressInfo).port);
    const signal = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(client, { eval: true, workerData: [...ports, signal] });
    await once(worker, 'online');
    // This thread accepts nothing until all connections wait.
    expect(Atomics.wait(signal, 0, 0, 20_000)).to.not.equal('timed-out');
    expect(accepted).to.equal(0);
    const [status] = (await once(worker, 'message')) as [number];
    await worker.terminate();
    expect(status).to.equal(200);
    expect(acceptedBefore).to.be.below(connections / 2);
  });
});

describe('the port of clients, beside one for health checks', () => {
  const api = service(() => ({ hasHealthPort: true }));

  it('serves no health checks and no metrics', async () => {
    for (const path of [...healthPaths, '/metrics?x=1']) expect((await send(api.url, path)).status, path).to.equal(404);
    expect((await send(api.url, '/openapi.json')).status).to.equal(200);
  });
});

describe('/readyz', () => {
  const api = service();

  it('says how many queries have plans, of a process that plans them', async () => {
    const log = openLog('api', 'info');
    const redis = openRedis(api.config.REDIS_URL, log);
    const graph = { ...api.graph, planCounts: () => ({ made: 3, all: 5 }) };
    const server = createHealthServer({ graph, redis, metrics: openMetrics(), stopping: () => false }, log);
    const { port } = await listen(server, 0, '127.0.0.1');
    try {
      const { body } = await send(`http://127.0.0.1:${port}`, '/readyz');
      expect((body as { plannedQueries?: unknown }).plannedQueries).to.deep.equal({ made: 3, all: 5 });
      expect((await send(api.url, '/readyz')).body).to.not.have.property('plannedQueries');
    } finally {
      server.close();
      redis.close();
    }
  });
});

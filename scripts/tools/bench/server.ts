// The server of the benchmark: the product's endpoints, and the floors that they are compared with.
import { Type } from '@sinclair/typebox';
import neo4j from 'neo4j-driver';
import pino from 'pino';
import { createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { fail } from '../../../src/platform/errors.ts';
import { openGraph } from '../../../src/platform/graph/client.ts';
import { getQuery } from '../../../src/platform/graph/queries/query-files.ts';
import { createLocalKeySource } from '../../../src/platform/http/caller/token-keys.ts';
import { createCursors } from '../../../src/platform/secrets/cursors.ts';
import { createLinkSigner } from '../../../src/platform/secrets/file-links.ts';
import { createSecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { createUnsubscribeLinks } from '../../../src/platform/secrets/unsubscribe-links.ts';
import { listen, onStop } from '../../../src/platform/http/process/lifecycle.ts';
import { openMetrics } from '../../../src/platform/http/process/metrics.ts';
import { createHttpServer } from '../../../src/platform/http/process/server.ts';
import { Summary } from '../../../src/features/summaries/schema.ts';
import { Uuid } from '../../../src/platform/schema/values.ts';
import { createMotivatorsService } from '../../../src/features/motivators/cached-motivators.ts';
import { openSignIn } from '../../../src/features/identity/open-sign-in.ts';
import { openIdentitySettings } from '../../../src/features/identity/settings.ts';
import { openRedis } from '../../../src/platform/outbox/queues/redis.ts';
import { defineEndpoint } from '../../../src/platform/http/declaration/define-endpoint.ts';
import { sections } from '../../../src/app/sections.ts';
import { readServiceKeys } from '../../../src/platform/secrets/service-keys.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { cannedSummary } from './canned-summary.ts';
import type { FloorQueries } from './reports.ts';

const config = readConfig();
const log = pino({ level: 'silent' });
const graph = openGraph(config);
const redis = openRedis(config.REDIS_URL, log);
const driver = neo4j.driver(config.NEO4J_URI, neo4j.auth.basic(config.NEO4J_USER, config.NEO4J_PASSWORD), {
  disableLosslessIntegers: true,
  maxConnectionPoolSize: 20,
  telemetryDisabled: true,
});

const params = Type.Object({ id: Uuid });
const returnOne = defineEndpoint({
  method: 'GET',
  path: '/floor/return-one/{id}',
  operationId: 'getOne',
  summary: 'A canned summary through the same stack, after RETURN 1 by the bare driver.',
  params,
  success: 200,
  response: Summary,
  errors: [],
  async handler() {
    const session = driver.session({ database: config.NEO4J_DATABASE, defaultAccessMode: 'READ' });
    await session.run('RETURN 1');
    await session.close();
    return cannedSummary;
  },
});
/** The queries of the bare driver, by name, as given by the benchmark. */
const questions = JSON.parse(process.env['BENCH_QUESTIONS'] ?? '{}') as FloorQueries;
/** Reads the rows of a query with the bare driver, in this process, and returns their number. */
const bare = defineEndpoint({
  method: 'GET',
  path: '/floor/bare/{question}',
  operationId: 'getRows',
  summary: 'The rows of a query, read by the bare driver.',
  params: Type.Object({ question: Type.String() }),
  success: 200,
  response: Type.Object({ rows: Type.Integer() }),
  errors: [],
  async handler({ params: { question: name } }) {
    const question = questions[name] ?? fail('NOT_FOUND');
    const session = driver.session({ database: config.NEO4J_DATABASE, defaultAccessMode: 'READ', fetchSize: -1 });
    const params = { ...question.params, listLimit: Number.MAX_SAFE_INTEGER };
    const { records } = await session.run(getQuery(question.query).text, params);
    await session.close();
    return { rows: records.length };
  },
});

const serviceKeys = await readServiceKeys(config);
const metrics = openMetrics();
metrics.observe(graph);
const identity = openIdentitySettings(config);
const services = {
  redis,
  log,
  keys: await createLocalKeySource(config.TOKEN_KEY_FILE ?? ''),
  now: () => new Date(),
  ...openErasureServices(graph, config),
  links: createLinkSigner(serviceKeys, 'http://127.0.0.1'),
  unsubscribeLinks: createUnsubscribeLinks(serviceKeys, 'http://127.0.0.1'),
  cursors: createCursors(serviceKeys),
  motivators: createMotivatorsService({ graph, log, now: () => new Date(), provider: null, writer: null }),
  webhooks: { secrets: createSecretBox(serviceKeys), allowLoopback: false },
  metrics,
  token: { issuer: config.TOKEN_ISSUER, audience: config.TOKEN_AUDIENCE },
  signIn: openSignIn({ graph, log, now: () => new Date(), ...identity }),
  identity,
  stopping: () => false,
};
const floors = { heading: 'Floors', description: 'Baselines.', endpoints: [returnOne, bare] };
const door = { isOverloaded: () => graph.isOverloaded(), countRefusal: () => undefined };
const server = createHttpServer(createApp(services, [...sections, floors]), { loadGuard: door });
void graph.watch(log, 'api', config.QUERY_PLANS);
onStop(log, () => Promise.resolve());
const { port } = await listen(server, 0, '127.0.0.1');
process.send?.({ port });
let peakBytes = 0; // maxRSS begins with that of the parent process
setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20).unref();
process.on('message', () => process.send?.({ peakMegabytes: Math.round(peakBytes / 2 ** 20) }));

// The service under test: the real application over real servers, with a clock that tests set.
import { afterEach, before, beforeEach } from 'mocha';
import pino from 'pino';
import { stopServer } from '../../scripts/stack/ports.ts';
import { countPlan } from '../../scripts/stack/remarks.ts';
import type { Extend } from '../../src/app/api.ts';
import { createApp, type Services } from '../../src/app/app.ts';
import { readConfig, type Config } from '../../src/platform/config/config.ts';
import { openGraph, type GraphClient } from '../../src/platform/graph/client.ts';
import { createCursors } from '../../src/platform/secrets/cursors.ts';
import { createLinkSigner } from '../../src/platform/secrets/file-links.ts';
import { createSecretBox } from '../../src/platform/secrets/secret-box.ts';
import { createLocalKeySource } from '../../src/platform/http/caller/token-keys.ts';
import { listen } from '../../src/platform/http/process/lifecycle.ts';
import { openMetrics } from '../../src/platform/http/process/metrics.ts';
import type { Section } from '../../src/platform/http/openapi/openapi.ts';
import { createHttpServer } from '../../src/platform/http/process/server.ts';
import { openIdentitySettings } from '../../src/features/identity/settings.ts';
import { openSignIn } from '../../src/features/identity/open-sign-in.ts';
import { createMotivatorsService } from '../../src/features/motivators/cached-motivators.ts';
import { openRedis } from '../../src/platform/outbox/queues/redis.ts';
import { unsubscribeLinks } from './unsubscribe-links.ts';
import { openErasureServices } from '../../src/features/personal-data/erasure-log.ts';
import { readServiceKeys, type ServiceKeys } from '../../src/platform/secrets/service-keys.ts';

export type Service = {
  url: string;
  graph: GraphClient;
  config: Config;
  /** The keys of the service, with which workers open what it sealed. */
  keys: ServiceKeys;
  clock: { now: string };
  logged: string[];
};

/** Friday, in ISO week 2026-W47. */
export const friday = '2026-11-20T10:00:00.000Z';

/**
 * Starts the application for the tests of one file, and closes it after them. A test moves the clock for itself alone.
 *
 * @param change services to replace, for instance a graph of a database that is down
 * @param served the sections to serve instead of all
 * @param extend adds paths that the API does not have
 */
export function service(
  change: (services: Services) => Partial<Services> = () => ({}),
  served?: readonly Section[],
  extend: Extend = () => undefined,
): Service {
  const started = { clock: { now: friday }, logged: [] } as unknown as Service;
  before(async function () {
    const config = readConfig();
    const log = pino({ level: 'info' }, { write: (line: string) => void started.logged.push(line) });
    // Tests plan each query with its first request; the server plans everyday queries before it is ready. Plans are made one at a time: on
    // a busy machine, a request has waited for those of others for a minute.
    const graph = openGraph(config, { planWithinMs: 5 * 60_000, answerWithinMs: 30_000 });
    const redis = openRedis(config.REDIS_URL, log);
    const metrics = openMetrics();
    metrics.observe(graph);
    graph.figures.onPlan(countPlan);
    const identity = openIdentitySettings({ WEBHOOKS_TO_LOOPBACK: 'allow' });
    const serviceKeys = await readServiceKeys(config);
    const services: Services = {
      ...openErasureServices(graph, config),
      redis,
      log,
      links: createLinkSigner(serviceKeys, 'http://api.test/v1/profile-files'),
      unsubscribeLinks,
      cursors: createCursors(serviceKeys),
      motivators: createMotivatorsService({
        graph,
        log,
        now: () => new Date(started.clock.now),
        provider: null,
        writer: null,
      }),
      webhooks: { secrets: createSecretBox(serviceKeys), allowLoopback: true },
      metrics,
      keys: await createLocalKeySource(config.TOKEN_KEY_FILE ?? ''),
      token: { issuer: config.TOKEN_ISSUER, audience: config.TOKEN_AUDIENCE },
      identity,
      signIn: openSignIn({ graph, log, now: () => new Date(started.clock.now), ...identity }),
      now: () => new Date(started.clock.now),
      stopping: () => false,
      checkAnswers: true,
    };
    const changed = { ...services, ...change(services) };
    const door = { isOverloaded: () => changed.graph.isOverloaded(), countRefusal: () => changed.metrics.refusal() };
    const app = createApp(changed, served);
    extend(app, { graph, config });
    const server = createHttpServer(app, { loadGuard: door });
    const { port } = await listen(server, 0, '127.0.0.1');
    Object.assign(started, { url: `http://127.0.0.1:${port}`, graph, config, keys: serviceKeys });
    // behind the hooks that the file declares after this one: a worker would wait for answers of a closed graph
    this.test?.parent?.afterAll(async () => {
      await stopServer(server);
      redis.close();
      await graph.close();
    });
  });
  let now = friday;
  beforeEach(() => {
    ({ now } = started.clock);
  });
  afterEach(() => {
    started.clock.now = now;
  });
  return started;
}

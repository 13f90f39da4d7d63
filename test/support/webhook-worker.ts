// A worker process that publishes changes and delivers webhooks to this machine, with leases short enough for a test
// that kills it.
import pino from 'pino';
import { startPublisher } from '../../src/changes/publish.ts';
import { readConfig } from '../../src/config/config.ts';
import { openGraph } from '../../src/graph/client.ts';
import { startWebhooks } from '../../src/webhooks/runner.ts';
import { createSecretBox } from '../../src/secrets/secret-box.ts';
import { readServiceKeys } from '../../src/secrets/service-keys.ts';
import { createSender } from '../../src/webhooks/send.ts';

const config = readConfig();
const graph = openGraph(config);
const services = { graph, log: pino({ level: 'silent' }), now: () => new Date() };
startPublisher(services);
startWebhooks(
  {
    ...services,
    secrets: createSecretBox(await readServiceKeys(config)),
    send: createSender({ allowLoopback: true, timeoutMs: 2_000 }),
  },
  { leaseMs: 3_000 },
);
process.send?.('started');

// A worker process that publishes changes and delivers webhooks to this machine, with leases short enough for a test
// that kills it.
import pino from 'pino';
import { startPublisher } from '../../src/platform/audit/publish.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { openGraph } from '../../src/platform/graph/client.ts';
import { startWebhooks } from '../../src/features/webhooks/runner.ts';
import { createSecretBox } from '../../src/platform/secrets/secret-box.ts';
import { readServiceKeys } from '../../src/platform/secrets/service-keys.ts';
import { createSender } from '../../src/features/webhooks/send.ts';

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

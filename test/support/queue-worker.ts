// A worker as a process of its own: `holds` a job for ever, or `closes` after its first and ends by itself.
import pino from 'pino';
import { openQueues } from '../../src/platform/outbox/queues/queues.ts';

const [url = '', prefix = '', mode] = process.argv.slice(2);
const queues = openQueues(url, pino({ level: 'silent' }), { prefix });

queues.work(
  'emails',
  async ({ ids: [id] }) => {
    process.send?.(id);
    if (mode === 'holds') await new Promise(() => undefined);
    setImmediate(() => void queues.close(5_000).then(() => process.disconnect?.()));
  },
  { concurrency: 1, timeoutMs: 60_000 },
);

// The part `imports`: what one worker does with uploaded profiles and with a dispatch.
import { startMailbox } from '../../stack/mailbox.ts';
import { measureDispatch } from './dispatch.ts';
import { measureImports } from './imports.ts';
import { logProgress } from './progress.ts';
import { untilReady } from './service.ts';
import type { Suite } from './suite.ts';

/** Measures and prints. */
export async function measureJobs(suite: Suite): Promise<void> {
  const tenant = await suite.checkIns();
  const { tenantId, root } = tenant;
  const server = await suite.startServer();
  const mailbox = await startMailbox();
  const worker = await suite.startWorker({ SES_ENDPOINT: mailbox.url, LOG_LEVEL: 'error' });
  for (const url of [new URL(server.url).origin, worker.url]) await untilReady(url);
  logProgress('imports: profiles');
  await measureImports(await suite.targetRoot(server.url, tenant), root);
  logProgress('imports: a dispatch');
  const token = await suite.token(tenantId, 'service:bench', 'notifications:dispatch');
  await measureDispatch({ url: server.url, token }, suite.graph, tenantId);
  await worker.stop(); // thousands of mails are still pending
  await mailbox.stop();
  await server.stop();
}

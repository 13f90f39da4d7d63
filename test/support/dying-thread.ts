// The program of a thread for bulk requests that answers who asked, and ends when it is told to.
import { parentPort, workerData } from 'node:worker_threads';
import Koa from 'koa';
import { readForwardedCall, serveForwarded } from '../../src/platform/http/process/bulk-thread.ts';

const app = new Koa();
app.use((ctx) => {
  if (ctx.path === '/die') process.exit(3);
  ctx.body = { ...readForwardedCall(ctx), header: ctx.get('x-other') };
});
await serveForwarded(app, (workerData as { socketPath: string }).socketPath);
parentPort?.postMessage('listening');

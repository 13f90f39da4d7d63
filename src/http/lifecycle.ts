// How a process runs and ends: told to stop by a signal or by the loss of its parent, it ends once, in order.
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';

const forceAfterMs = 25_000;

const activeResponses = new WeakMap<Server, Set<ServerResponse>>();

/** Listens and says where. Port 0 takes a free one. */
export async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  const responses = new Set<ServerResponse>();
  activeResponses.set(server, responses);
  server.on('request', (_request, response) => {
    responses.add(response);
    response.once('close', () => responses.delete(response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server.address() as AddressInfo;
}

/** Takes no new connection, lets the requests under way finish, and ends the idle ones. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const close = (): void => {
    server.closeIdleConnections();
    if (!activeResponses.get(server)?.size) server.closeAllConnections(); // they never asked anything, or not to the end
  };
  close();
  const idle = setInterval(close, 100);
  await closed;
  clearInterval(idle);
}

/**
 * Runs `stop` once, on SIGTERM, SIGINT or when a parent with a channel to this process is gone. A second signal, or 25
 * seconds, end the process at once.
 */
export function onStop(log: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const stopOnce = (reason: string): void => {
    if (stopping) return void (reason === 'disconnect' || process.exit(1));
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), forceAfterMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopOnce(signal));
  if (process.channel) process.once('disconnect', () => stopOnce('disconnect'));
}

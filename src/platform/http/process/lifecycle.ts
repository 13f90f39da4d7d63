// Lifecycle of a server process: listen, drain, and shut down on a signal or when the parent process exits.
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';

/**
 * How many connections may wait to be accepted; Linux allows 4,096 unless configured. A client whose connection finds no
 * place tries again after a second, then after three and seven. Requests of connections that wait here are not refused.
 */
const backlog = 4_096;
/** How long a shutdown may take. */
const stopWithinMs = 25_000;

const activeResponses = new WeakMap<Server, Set<ServerResponse>>();

/** Listens and returns the address. Port 0 selects a free port. */
export async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  const responses = new Set<ServerResponse>();
  activeResponses.set(server, responses);
  server.on('request', (_request, response) => {
    responses.add(response);
    response.once('close', () => responses.delete(response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog }, resolve);
  });
  return server.address() as AddressInfo;
}

/** Accepts no new connections, waits for active requests to finish, and closes idle connections. */
export async function drain(server: Server): Promise<void> {
  const allClosed = new Promise<void>((resolve) => server.close(() => resolve()));
  const closeIdle = (): void => {
    server.closeIdleConnections();
    // Node does not count a connection without a complete request as idle.
    if (!activeResponses.get(server)?.size) server.closeAllConnections();
  };
  closeIdle();
  const timer = setInterval(closeIdle, 100);
  await allClosed;
  clearInterval(timer);
}

/**
 * Runs `stop` once, on SIGTERM, on SIGINT or when a parent process with an IPC channel disconnects. A second signal
 * exits the process at once.
 *
 * @param limits `servesForMs` is how long `stop` keeps serving before it closes anything; `withinMs` after that the
 *   process exits
 */
export function onStop(
  log: Logger,
  stop: () => Promise<void>,
  { servesForMs = 0, withinMs = stopWithinMs }: { servesForMs?: number; withinMs?: number } = {},
): void {
  let stopping = false;
  const stopOnce = (reason: string): void => {
    if (stopping) return void (reason === 'disconnect' || process.exit(1));
    stopping = true;
    log.info({ reason }, 'shutting down');
    setTimeout(() => process.exit(1), servesForMs + withinMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopOnce(signal));
  if (process.channel) process.once('disconnect', () => stopOnce('disconnect'));
}

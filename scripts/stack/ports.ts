// Finds ports on 127.0.0.1, and talks to one.
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import getPort from 'get-port';

/** Listens on 127.0.0.1, on any free port if it is 0. `stop` also ends what is open. */
export async function listenLocally(server: Server, port = 0): Promise<{ url: string; stop: () => Promise<void> }> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => stopServer(server) };
}

/** Closes a server with all its connections. */
export function stopServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

/** Returns a port on 127.0.0.1 that is free, and not returned to this process shortly before. */
export function findFreePort(): Promise<number> {
  return getPort({ host: '127.0.0.1' });
}

/** Reads a port from an environment variable; without one, returns a free port. @throws {Error} on an invalid port */
export async function readPort(name: string, env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const text = env[name];
  if (!text) return findFreePort();
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${name} must be a port, 1 to 65535.`);
  return port;
}

/**
 * Reads a port from an environment variable; without one, returns the port in `file` while it is free, else a free one.
 * Writes it into `file`: links with this port stay valid across restarts.
 */
export async function findStablePort(name: string, file: string): Promise<number> {
  const previous = !process.env[name] && existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const isFree = Number.isInteger(previous) && previous > 0 && previous < 65_536 && !(await isPortTaken(previous));
  const port = isFree ? previous : await readPort(name);
  writeFileSync(file, String(port));
  return port;
}

/** True when this process cannot listen on the port. */
export function isPortTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(true));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
  });
}

/** Sends a message and returns the first bytes of the answer; null without an answer within a second. */
export function sendToPort(port: number, message: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(message));
    const settle = (answer: string | null) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => settle(null));
    socket.once('error', () => settle(null)).once('end', () => settle(null));
    socket.once('data', (bytes) => settle(bytes.toString()));
  });
}

// Free ports, and a question put to a port.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port on 127.0.0.1 that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** The port asked for in the environment variable `name`, else a free one. Throws when it is no port number. */
export async function portFrom(name: string, env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const text = env[name];
  if (!text) return freePort();
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${name} must be a port, 1 to 65535.`);
  return port;
}

/**
 * The port asked for in the environment variable `name`, else the one written in `file` while it is free, else a free
 * one. It is written down there, so that links to it outlive a restart.
 */
export async function rememberedPort(name: string, file: string): Promise<number> {
  const last = !process.env[name] && existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const isFree = Number.isInteger(last) && last > 0 && last < 65_536 && !(await isTaken(last));
  const port = isFree ? last : await portFrom(name);
  writeFileSync(file, String(port));
  return port;
}

/** True when something listens on this port of 127.0.0.1, or may not be asked to. */
export function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(true));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
  });
}

/** Sends `question` and resolves with the first bytes of the answer; null when there is none within a second. */
export function ask(port: number, question: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(question));
    const settle = (answer: string | null) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => settle(null));
    socket.once('error', () => settle(null)).once('end', () => settle(null));
    socket.once('data', (bytes) => settle(bytes.toString()));
  });
}

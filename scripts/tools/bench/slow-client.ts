// A client that requests a long answer and reads it slowly.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const bytesPerSecond = 1_000;
const pauseMs = 1_000;

/** Reads a thousand bytes a second of the answer, and requests it again when cut off or refused, until `signal` aborts. */
export async function readSlowly(url: string, token: string, signal: AbortSignal): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const wait = (): Promise<unknown> => pause(pauseMs, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    const socket = connect({ port: Number(port), host: hostname });
    socket.on('error', () => undefined);
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    let status = '';
    while (!signal.aborted && !socket.destroyed && !socket.readableEnded) {
      const piece = socket.read(bytesPerSecond) as Buffer | null;
      status ||= piece ? String(piece.subarray(9, 12)) : '';
      if (status === '429' || status === '503') break;
      await wait();
    }
    socket.destroy();
    await wait(); // Retry-After
  }
}

// The address at which a request arrived.
import type { Context } from 'koa';

/** The address of the connection, not the Host header, which its client chooses. */
export function getOwnAddress({ req: { socket } }: Context): string {
  const { localAddress = '', localPort, localFamily } = socket;
  return `http://${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;
}

// From where a request comes: the address of its connection, or what proxies that are trusted say.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import type { Networks } from '../../lib/networks.ts';

export type FindAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** More proxies are not believed. */
const maxProxies = 10;

/** In its usual spelling, an IPv4 address that is written as IPv6 as such; null if the text is none. */
function parseAddress(text: string): string | null {
  return isIP(text) === 0 ? null : ipaddr.process(text.replace(/%.*/, '')).toString();
}

/** What one client has for itself: an IPv4 address, or the 64 bits of an IPv6 address that are a network's. */
function getClientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return parts.map((part) => part.toString(16)).join(':');
}

/**
 * Creates the function that finds the address of a request's client. Of X-Forwarded-For it believes what trusted proxies have
 * added, from the end on: what stands before the last address that is not one of theirs, the client may have made up.
 */
export function createAddressFinder(trusted: Networks, log: Logger): FindAddress {
  let isTold = false;
  return ({ socket, headers }) => {
    let client = parseAddress(socket.remoteAddress ?? '') ?? '';
    const forwarded = headers['x-forwarded-for'];
    if (forwarded !== undefined && !trusted.includes(client) && !isTold) {
      isTold = true;
      log.warn('X-Forwarded-For is ignored: if requests come through a proxy, name it in TRUSTED_PROXIES');
    }
    const hops = String(forwarded ?? '')
      .split(',')
      .slice(-maxProxies)
      .reverse();
    for (const hop of hops) {
      if (!trusted.includes(client)) break;
      const address = parseAddress(hop.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3'));
      if (address === null) break;
      client = address;
    }
    return getClientNetwork(client);
  };
}

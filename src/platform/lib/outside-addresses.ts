// Addresses that a customer chose: https to public addresses only, each name resolved once and checked in the connection
// itself, no redirect.
import { lookup as lookupLocally, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

export type OutsideOptions = {
  /** Accept http and https to this machine, for tests and the demo. */
  allowLoopback: boolean;
  /** How long the other side may take to answer, from the resolution of its name on. */
  timeoutMs: number;
  /** The largest document; default 1 MB. */
  maxBytes?: number;
  /** Replace the name servers of the system; `address:port` each. */
  nameServers?: readonly string[] | undefined;
};

/** Begins a request to an address that `findUrlFault` does not refuse. */
export type StartRequest = (url: URL, options: http.RequestOptions & { signal: AbortSignal }) => http.ClientRequest;
/** A name server that does not answer is asked twice, and waited for longer the second time. */
const nameServerLimits = { timeout: 2_000, tries: 2 };
/** The longest name that DNS has. */
const maxHostLength = 253;
const loopback = ['127.0.0.0/8', '::1'];
const loopbackNames = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** What is wrong with the address of another system, without resolving its name; null if nothing. */
export function findUrlFault(text: string, { allowLoopback }: Pick<OutsideOptions, 'allowLoopback'>): string | null {
  if (!URL.canParse(text)) return 'must be an absolute address';
  const url = new URL(text);
  const isLocal = loopbackNames.test(url.hostname);
  const isHttpAllowed = allowLoopback && isLocal && url.protocol === 'http:';
  if (url.protocol !== 'https:' && !isHttpAllowed) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password';
  if (url.hash !== '') return 'must not have a fragment';
  if (url.hostname.length > maxHostLength) return `must not have a host of more than ${maxHostLength} characters`;
  if (isLocal) return allowLoopback ? null : 'must not be an address of this machine';
  return isPrivateAddress(url.hostname) ? 'must not be a private address' : null;
}

/**
 * Whether a host is written as an address that is not public. URLs have one spelling of each address, with IPv6 in
 * brackets.
 */
function isPrivateAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && ipaddr.parse(address).range() !== 'unicast';
}

/**
 * Creates the function that begins requests. The agents check every address that the name resolves to in the lookup of the
 * connection itself: a name cannot resolve to another address in between. Addresses that are not public unicast are refused,
 * also IPv4 addresses written as IPv6.
 */
export function createRequestStarter({
  allowLoopback,
  nameServers,
}: Pick<OutsideOptions, 'allowLoopback' | 'nameServers'>): StartRequest {
  const filter = { keepAlive: false, allowIPAddressList: allowLoopback ? loopback : [] };
  const lookup = createLookup(nameServers);
  const agents = {
    'http:': new RequestFilteringHttpAgent(filter),
    'https:': new RequestFilteringHttpsAgent(filter),
  };
  return (url, options) => {
    const isHttps = url.protocol === 'https:';
    return (isHttps ? https : http).request(url, {
      ...options,
      lookup,
      agent: isHttps ? agents['https:'] : agents['http:'],
    });
  };
}

/** Whether the agents refused the address that a name resolved to. */
export function isRefusedAddress(error: Error): boolean {
  return / is not allowed\. Because/.test(error.message);
}

/**
 * Creates the lookup of a connection, by DNS itself: getaddrinfo() uses few threads, which names that nobody answers for
 * would occupy. /etc/hosts does not count, but for localhost.
 *
 * @param nameServers `address:port` each; without them, the name servers of the system
 */
function createLookup(nameServers?: readonly string[]): LookupFunction {
  async function resolve(hostname: string): Promise<LookupAddress[]> {
    const resolver = new Resolver(nameServerLimits); // a new one knows the name servers of today
    if (nameServers) resolver.setServers(nameServers);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0) throw new Error(`No address of ${hostname}`);
    return addresses;
  }

  return (hostname, options, done) => {
    if (hostname === 'localhost') return lookupLocally(hostname, options, done);
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: Error) => done(error, ''),
    );
  };
}

// Resolves names that customers chose by DNS itself: getaddrinfo() uses few threads, which names that nobody answers for
// would occupy.
import { lookup as lookupLocally, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/** A name server that does not answer is asked twice, and waited for longer the second time. */
const limits = { timeout: 2_000, tries: 2 };

/**
 * Creates the lookup of a connection. /etc/hosts does not count, but for localhost.
 *
 * @param nameServers `address:port` each; without them, those of the system
 */
export function createLookup(nameServers?: readonly string[]): LookupFunction {
  async function resolve(hostname: string): Promise<LookupAddress[]> {
    const resolver = new Resolver(limits); // a new one knows the name servers of today
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

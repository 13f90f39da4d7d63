// Lists of networks, and whether an address is in one of them.
import { BlockList, isIP } from 'node:net';

export type Networks = { includes(address: string): boolean };

/**
 * Parses a comma-separated list of addresses and networks, such as `10.0.0.0/24`.
 *
 * @throws {Error} if one is neither
 */
export function parseNetworks(list = ''): Networks {
  const networks = new BlockList();
  const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  for (const text of list.split(',').flatMap((part) => part.trim() || [])) {
    const [address = '', prefix] = text.split('/');
    if (prefix === undefined) networks.addAddress(address, familyOf(address));
    else networks.addSubnet(address, Number(prefix), familyOf(address));
  }
  return { includes: (address) => isIP(address) !== 0 && networks.check(address, familyOf(address)) };
}

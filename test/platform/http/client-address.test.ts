// From where a request comes: what a client cannot make up.
import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import pino from 'pino';
import { createAddressFinder } from '../../../src/platform/http/caller/client-address.ts';
import { parseNetworks } from '../../../src/platform/lib/networks.ts';

const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
const proxies = '10.0.0.5, 10.1.0.0/24,fd00::/8';
const finder = createAddressFinder(parseNetworks(proxies), log);
const find = (from: string, forwarded?: string, by = finder): string =>
  by({
    socket: { remoteAddress: from } as IncomingMessage['socket'],
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });

describe('the address of a client', () => {
  const cases: Record<string, [from: string, forwarded: string | undefined, address: string]> = {
    'is that of the connection': ['192.0.2.1', undefined, '192.0.2.1'],
    'is that of the connection, whatever its request says': ['192.0.2.1', '198.51.100.7', '192.0.2.1'],
    'is what a proxy says': ['10.0.0.5', '198.51.100.7', '198.51.100.7'],
    'is what a proxy has added to what the client made up': ['10.1.0.77', '9.9.9.9, 198.51.100.7', '198.51.100.7'],
    'is what the outer of two proxies says': ['10.0.0.5', '9.9.9.9, 198.51.100.7,10.1.0.3', '198.51.100.7'],
    'is that of the proxy if it says nothing': ['10.0.0.5', undefined, '10.0.0.5'],
    'is that of the proxy if it says nothing useful': ['10.0.0.5', 'unknown', '10.0.0.5'],
    'is not what stands before something useless': ['10.0.0.5', '198.51.100.7, unknown, 10.1.0.3', '10.1.0.3'],
    'is not that of a proxy with nearly its address': ['10.2.0.1', '198.51.100.7', '10.2.0.1'],
    'may have a port': ['10.0.0.5', '198.51.100.7:4711', '198.51.100.7'],
    'may be written as IPv6': ['::ffff:10.0.0.5', '::ffff:198.51.100.7', '198.51.100.7'],
    'of IPv6 is a network': ['2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
    'of IPv6 may come from a proxy': ['fd00::1', '[2001:db8:1:2::9]:443', '2001:db8:1:2'],
    'of a connection that has closed is none': ['', undefined, ''],
  };
  for (const [what, [from, forwarded, address]] of Object.entries(cases)) {
    it(what, () => expect(find(from, forwarded)).to.equal(address));
  }

  it('is told from others by the header only where a proxy is trusted, and the log says so once', () => {
    lines.length = 0;
    const untrusting = createAddressFinder(parseNetworks(), log);
    for (let n = 0; n < 3; n += 1) expect(find('127.0.0.1', `198.51.100.${n}`, untrusting)).to.equal('127.0.0.1');
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include('TRUSTED_PROXIES');
  });

  it('is found at once in a header of any length', () => {
    expect(find('10.0.0.5', `${'10.0.0.5,'.repeat(1_500)}10.0.0.5`)).to.equal('10.0.0.5');
  });
});

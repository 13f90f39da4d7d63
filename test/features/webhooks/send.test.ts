// One attempt at a delivery: it always ends, and goes to no private address.
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { eventTypes } from '../../../src/app/event-types.ts';
import { findUrlFault } from '../../../src/platform/lib/outside-addresses.ts';
import { createSender } from '../../../src/features/webhooks/send.ts';
import { startDnsServer, type DnsServer } from '../../support/dns-server.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';

describe('an attempt', () => {
  const answers: [string, object][] = [
    ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n', { httpStatus: 101 }],
    ['HTTP/1.1 103 Early Hints\r\n\r\n', { error: 'TIMED_OUT' }],
    ['HTTP/1.1 200 OK\r\n', { error: 'TIMED_OUT' }],
    ['220 mail.example ESMTP\r\n', { error: 'CONNECTION_FAILED' }],
  ];
  for (const [answer, result] of answers) {
    it(`ends, so that its webhook goes on, when the receiver answers ${JSON.stringify(answer)}`, async () => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.write(answer));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const send = createSender({ allowLoopback: true, timeoutMs: 2_000 });
      expect(await send(`http://127.0.0.1:${port}/`, {}, '{}')).to.deep.equal(result);
      await new Promise((resolve) => server.close(resolve));
    });
  }
});

describe('an address to send to', () => {
  const body = '{}';
  it('is https, has no password, and is not this machine unless that is allowed', () => {
    const strict = { allowLoopback: false };
    for (const url of ['https://hooks.example/a?b=c', 'https://hooks.example:8443/']) {
      expect(findUrlFault(url, strict), url).to.equal(null);
    }
    for (const url of [
      'http://hooks.example/',
      'https://a:b@hooks.example',
      'https://hooks.example/#a',
      'ftp://x',
      'x',
    ]) {
      expect(findUrlFault(url, strict), url).to.be.a('string');
    }
    const longest = `${'a.'.repeat(126)}a`;
    expect(findUrlFault(`https://${longest}:65535/`, strict)).to.equal(null);
    expect(findUrlFault(`https://a${longest}/`, strict)).to.equal('must not have a host of more than 253 characters');
    const disabled = { host: new URL(`https://${longest}:65535/`).host, reason: 'failing' };
    expect(eventTypes.get('webhook.disabled')?.check(disabled), 'the event that tells the admins').to.equal(null);
    for (const url of [
      'https://127.0.0.1',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://localhost',
      'https://[::1]',
    ]) {
      expect(findUrlFault(url, strict), url).to.be.a('string');
      expect(findUrlFault(url, { allowLoopback: true }), url).to.equal(null);
    }
    expect(findUrlFault('http://hooks.example/', { allowLoopback: true })).to.be.a('string');
    for (const url of ['https://10.0.0.1/', 'https://0xa.1/', 'https://[fd00::1]/', 'https://[::ffff:10.0.0.1]/']) {
      expect(findUrlFault(url, { allowLoopback: true }), url).to.equal('must not be a private address');
    }
    for (const url of ['https://93.184.216.34/', 'https://[2606:2800:220:1::1]/', 'https://10.example/']) {
      expect(findUrlFault(url, strict), url).to.equal(null);
    }
  });

  it('is refused if it is private, link-local or local, however it is written', async () => {
    const send = createSender({ allowLoopback: false, timeoutMs: 2_000 });
    const hosts = [
      '10.0.0.1',
      '172.16.5.4',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '[::]',
      '[fe80::1]',
      '[fc00::1]',
      '[::ffff:10.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::a00:1]',
      '[2002:a00:1::]',
    ];
    for (const host of hosts) {
      expect(await send(`https://${host}/`, {}, body), host).to.deep.equal({ error: 'ADDRESS_REFUSED' });
    }
  });

  describe('that is a name', () => {
    let resolve: (name: string) => readonly string[] | null;
    let dns: DnsServer;
    let port: number;
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined).end();
    });
    before(async () => {
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      ({ port } = server.address() as AddressInfo);
      dns = await startDnsServer((name) => resolve(name));
    });
    after(async () => {
      server.close();
      await dns.close();
    });
    beforeEach(() => {
      connections = 0;
      dns.asked.length = 0;
    });
    const nameServers = (): string[] => [dns.address];
    const refused = { error: 'ADDRESS_REFUSED' };

    it('is refused if one of its addresses is private or local', async () => {
      const names: Record<string, string[]> = {
        'private.example': ['10.0.0.1'],
        'mixed.example': ['93.184.216.34', '10.0.0.1'],
        'local.example': ['127.0.0.1'],
        'metadata.example': ['169.254.169.254'],
        'six.example': ['93.184.216.34', 'fd00::1'],
        'mapped.example': ['::ffff:7f00:1'],
      };
      resolve = (name) => names[name] ?? [];
      const send = createSender({ allowLoopback: false, timeoutMs: 5_000, nameServers: nameServers() });
      for (const name of Object.keys(names)) {
        expect(await send(`https://${name}:${port}/`, {}, body), name).to.deep.equal(refused);
      }
      expect(await send(`https://unknown.example:${port}/`, {}, body)).to.deep.equal({ error: 'CONNECTION_FAILED' });
      expect(connections).to.equal(0);
    });

    it('is resolved once by each connection, and refused when it resolves to a private address later', async () => {
      const send = createSender({ allowLoopback: true, timeoutMs: 5_000, nameServers: nameServers() });
      const url = `https://changing.example:${port}/`;
      resolve = () => ['127.0.0.1'];
      expect(await send(url, {}, body)).to.deep.equal({ error: 'CONNECTION_FAILED' }); // it is no TLS server
      expect(connections).to.equal(1);
      expect(dns.asked).to.deep.equal(['changing.example', 'changing.example']);
      resolve = () => ['10.0.0.1'];
      expect(await send(url, {}, body)).to.deep.equal(refused);
      expect(dns.asked).to.have.length(4);
    });

    it('holds up no other receiver while nobody answers for it', async () => {
      const receiver = await startReceiver();
      const send = createSender({ allowLoopback: true, timeoutMs: 3_000, nameServers: nameServers() });
      resolve = (name) => (name.endsWith('slow.example') ? null : ['10.0.0.1']);
      let ended = 0;
      const slow = Array.from({ length: 20 }, async (_, number) => {
        const result = await send(`https://${number}.slow.example/`, {}, body);
        ended += 1;
        return result;
      });
      expect(await send('https://private.example/', {}, body)).to.deep.equal(refused);
      const local = receiver.url.replace('127.0.0.1', 'localhost');
      expect(await send(local, {}, body)).to.deep.equal({ httpStatus: 204 });
      expect(ended).to.equal(0);
      for (const result of await Promise.all(slow)) expect(result).to.deep.equal({ error: 'TIMED_OUT' });
      await receiver.close();
    });
  });
});

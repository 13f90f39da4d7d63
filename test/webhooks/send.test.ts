// One attempt at a delivery: it always ends, and goes to no private address.
import { createServer, type AddressInfo, type LookupFunction } from 'node:net';
import { expect } from 'chai';
import { createSender, findUrlFault } from '../../src/webhooks/send.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

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
      const send = createSender({ allowLoopback: true, timeoutMs: 300 });
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
  });

  it('is refused if it is private, link-local or local, however it is written', async () => {
    const send = createSender({ allowLoopback: false, timeoutMs: 2_000 });
    const hosts = [
      ...['10.0.0.1', '172.16.5.4', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
      ...[
        '[::]',
        '[fe80::1]',
        '[fc00::1]',
        '[::ffff:10.0.0.1]',
        '[::ffff:7f00:1]',
        '[64:ff9b::a00:1]',
        '[2002:a00:1::]',
      ],
    ];
    for (const host of hosts) {
      expect(await send(`https://${host}/`, {}, body), host).to.deep.equal({ error: 'ADDRESS_REFUSED' });
    }
  });

  it('is refused if its name resolves to such an address, also only later or besides a public one', async () => {
    const answers = [['93.184.216.34'], ['93.184.216.34', '10.0.0.1'], ['127.0.0.1'], ['::ffff:127.0.0.1']];
    for (const addresses of answers.slice(1)) {
      const lookup: LookupFunction = (_host, options, done) => {
        const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        if (options.all) done(null, all);
        else done(null, all.at(-1)?.address ?? '', all.at(-1)?.family ?? 4);
      };
      const send = createSender({ allowLoopback: false, timeoutMs: 2_000, lookup });
      expect(await send('https://hooks.example/', {}, body), addresses.join()).to.deep.equal({
        error: 'ADDRESS_REFUSED',
      });
    }
  });

  it('is resolved once, by the connection that is used: a name that changes to a private address gets nothing', async () => {
    const elsewhere = await startReceiver();
    const { port } = new URL(elsewhere.url);
    let resolved = 0;
    const lookup: LookupFunction = (_host, options, done) => {
      resolved += 1;
      const address = resolved === 1 ? '192.0.2.1' : '127.0.0.1';
      if (options.all) done(null, [{ address, family: 4 }]);
      else done(null, address, 4);
    };
    const send = createSender({ allowLoopback: false, timeoutMs: 500, lookup });
    const first = await send(`https://hooks.example:${port}/`, {}, body);
    expect(resolved).to.equal(1);
    const second = await send(`https://hooks.example:${port}/`, {}, body);
    expect([first, second]).to.deep.include({ error: 'ADDRESS_REFUSED' });
    expect(resolved).to.equal(2);
    expect(elsewhere.received).to.deep.equal([]);
    await elsewhere.close();
  });
});

// How many false tokens an address and an issuer can have verified, and who is not concerned by that.
import { expect } from 'chai';
import { ApiError } from '../../../src/platform/errors.ts';
import { createFalseTokens } from '../../../src/platform/http/caller/false-tokens.ts';
import { falseTokens as limits } from '../../../src/platform/limits.ts';

const issuer = 'https://id.example';
const wrong = (): Promise<never> => Promise.reject(new Error('invalid signature'));
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('false tokens', () => {
  let now = 0;
  let tokens = createFalseTokens();
  beforeEach(() => {
    now = 1_000_000;
    tokens = createFalseTokens(() => now);
  });
  const code = (work: () => unknown): Promise<string> =>
    Promise.resolve()
      .then(work)
      .then(
        () => 'let in',
        (error: Error) => (error instanceof ApiError ? error.code : error.message),
      );
  /** Sends a token from an address, as authenticating does. */
  const send = (address: string, work: () => Promise<unknown>, of = issuer): Promise<string> =>
    code(async () => {
      tokens.assertRoom(address);
      await tokens
        .turnsOf(address)(of, work)
        .catch((error: unknown) => {
          if (!(error instanceof ApiError)) tokens.count(address);
          throw error;
        });
    });
  const good = (): Promise<void> => Promise.resolve();

  it('of an address are verified up to its limit, and then a few each second', async () => {
    const { burst, perSecond } = limits.ofAddress;
    for (let n = 0; n < burst; n += 1) expect(await send('a', wrong)).to.equal('invalid signature');
    let verified = 0;
    const count = (): Promise<never> => ((verified += 1), wrong());
    expect(await send('a', count)).to.equal('RATE_LIMITED');
    expect(await send('a', count, 'https://another.example')).to.equal('RATE_LIMITED');
    expect(await code(() => tokens.assertRoom('a'))).to.equal('RATE_LIMITED');
    expect(verified).to.equal(0);
    expect(await send('b', good)).to.equal('let in');
    now += 1_000;
    for (let n = 0; n < 3 * perSecond; n += 1) await send('a', count);
    expect(verified).to.equal(perSecond);
    now += (1_000 * burst) / perSecond;
    expect(await send('a', good)).to.equal('let in');
  });

  it('that come at once are no more than that, but for the one under way', async () => {
    let verified = 0;
    const slowly = (): Promise<never> => ((verified += 1), settle().then(wrong));
    const codes = await Promise.all(Array.from({ length: 3 * limits.ofAddress.burst }, () => send('a', slowly)));
    expect(verified).to.be.within(limits.ofAddress.burst, limits.ofAddress.burst + 1);
    expect(codes.filter((one) => one === 'RATE_LIMITED')).to.have.length(3 * limits.ofAddress.burst - verified);
  });

  it('that are refused for want of a database or of keys do not count', async () => {
    const away = (): Promise<never> => Promise.reject(new ApiError('AUTH_UNAVAILABLE'));
    for (let n = 0; n < 2 * limits.ofIssuer.burst; n += 1) expect(await send('a', away)).to.equal('AUTH_UNAVAILABLE');
    expect(await send('a', wrong)).to.equal('invalid signature');
  });

  it('of an issuer, from many addresses, shut out those addresses for a minute, and nobody else', async () => {
    const { burst } = limits.ofIssuer;
    for (let n = 0; n < burst; n += 1) expect(await send(`a${n}`, wrong)).to.equal('invalid signature');
    expect(await send('a0', good)).to.equal('RATE_LIMITED');
    expect(await send('clean', good)).to.equal('let in');
    expect(await send('clean', good)).to.equal('let in');
    expect(await send('new', wrong)).to.equal('invalid signature');
    expect(await send('new', good)).to.equal('RATE_LIMITED');
    expect(await send('a0', good, 'https://another.example')).to.equal('let in');
    for (let second = 0; second < limits.rememberMs / 1_000; second += 1) {
      now += 1_000;
      for (let n = 0; n < limits.ofIssuer.perSecond; n += 1) await send(`${second} ${n}`, wrong);
      expect(await send('clean', good)).to.equal('let in');
    }
    expect(await send('0 0', good)).to.equal('RATE_LIMITED');
    expect(await send('a0', good)).to.equal('let in');
  });

  it('wait in a line of their address and issuer: others do not wait for all of them', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const begin = (name: string) => () =>
      new Promise<void>((resolve) => {
        begun.push(name);
        ends.push(resolve);
      });
    const sent = [
      ...Array.from({ length: 20 }, () => send('a', begin('a'))),
      ...Array.from({ length: 20 }, () => send('b', begin('b'))),
      send('c', begin('c')),
      send('d', begin('another'), 'https://another.example'),
    ];
    await settle();
    expect(begun).to.deep.equal(['a', 'b', 'another']);
    ends.shift()?.();
    await settle();
    expect(begun.slice(3)).to.deep.equal(['c']);
    while (begun.length < sent.length || ends.length > 0) {
      ends.shift()?.();
      await settle();
    }
    expect(new Set(await Promise.all(sent))).to.deep.equal(new Set(['let in']));
  });

  it('are not more under way than the process allows', async () => {
    let underWay = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, (underWay += 1));
      await settle();
      underWay -= 1;
    };
    await Promise.all(Array.from({ length: 50 }, (_, n) => send(`a${n}`, work, `https://${n}.example`)));
    expect(most).to.equal(limits.atOnce.total);
  });
});

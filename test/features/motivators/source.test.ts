// What counts as an answer of the provider of motivators: anything else does not replace the stored ones.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { openMotivatorsProvider } from '../../../src/features/motivators/source.ts';

describe('an answer of the provider of motivators', () => {
  let body: string | Buffer = '';
  let status = 200;
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  after(() => server.close());

  const ask = (answer: unknown, code = 200): Promise<unknown> => {
    const isRaw = typeof answer === 'string' || Buffer.isBuffer(answer);
    status = code;
    body = isRaw ? answer : JSON.stringify(answer);
    return openMotivatorsProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).fetchScores('1');
  };
  const of = (...motivators: unknown[]) => ({ motivators });

  it('is a list of names with scores from 0 to 100; names are stored as all names are', async () => {
    expect(
      await ask(of({ name: 'Sécurité ', score: 0 }, { name: 'Social\u00a0 impact', score: 99.5, more: 1 })),
    ).to.deep.equal([
      { name: 'Sécurité', score: 0 },
      { name: 'Social impact', score: 99.5 },
    ]);
    expect(await ask('\uFEFF{"motivators":[]}')).to.deep.equal([]);
  });

  it('is that nobody is known, only as a 404', async () => {
    expect(await ask('{}', 404)).to.equal(null);
  });

  const latin = Buffer.from('{"motivators":[{"name":"sécurité","score":50}]}', 'latin1');
  const refused: [string, unknown][] = [
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
    ['an object without a list', '{}'],
    ['no list', '{"motivators":null}'],
    ['nothing', ''],
    ['bytes that are no UTF-8', latin],
    ['a score above 100', of({ name: 'A', score: 1e308 })],
    ['a score just above 100', of({ name: 'A', score: 100.01 })],
    ['a score below 0', of({ name: 'A', score: -5 })],
    ['a score as text', of({ name: 'A', score: '5' })],
    ['a score that is no number', '{"motivators":[{"name":"A","score":1e999}]}'],
    ['a name of blanks', of({ name: '  \u00a0', score: 5 })],
    ['a name of characters that nobody sees', of({ name: '\u200b\u2060', score: 5 })],
    ['a name of a blank of Braille', of({ name: '\u2800', score: 5 })],
    ['a name of a mark without a letter', of({ name: '\u0301', score: 5 })],
    ['a name of signs alone', of({ name: '– –', score: 5 })],
    ['a name with a mark of direction', of({ name: 'Auto\u200fnomy', score: 5 })],
    ['a name with the Arabic mark of direction', of({ name: 'Auto\u061cnomy', score: 5 })],
    ['a name with hidden text', of({ name: 'Autonomy\u{e0041}\u{e0042}', score: 5 })],
    ['a name with a letter of another script that looks alike', of({ name: 'аutonomy', score: 5 })],
    ['the same at its end', of({ name: 'Autonomу', score: 5 })],
    ['a name that is turned round', of({ name: '\u202eytiruceS', score: 5 })],
    ['a name with an isolate', of({ name: 'A\u2067B', score: 5 })],
    ['a name with a control character', of({ name: 'A\u0000B', score: 5 })],
    ['a name with a line end', of({ name: 'A\nB', score: 5 })],
    ['a name that is half a letter', '{"motivators":[{"name":"\\ud800","score":5}]}'],
    ['a name twice', of({ name: 'A', score: 5 }, { name: 'a ', score: 6 })],
    ['one good score and a bad one', of({ name: 'A', score: 5 }, { name: 'B' })],
    ['an entry of null', of(null)],
  ];
  for (const [what, answer] of refused) {
    it(`is refused: ${what}`, async () => {
      const outcome = await ask(answer).catch((error: Error) => error);
      expect(outcome).to.be.an('error');
      expect((outcome as Error).message).to.match(/unexpected format|not JSON in UTF-8/);
    });
  }
});

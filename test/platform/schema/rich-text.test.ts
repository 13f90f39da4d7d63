// Rich text: what is stored can be shown as HTML without harm, and plain text is left alone.
import { expect } from 'chai';
import fc from 'fast-check';
import { cleanRichText, toExcerpt } from '../../../src/platform/schema/rich-text.ts';

describe('rich text', () => {
  it('leaves plain text byte for byte', () => {
    for (const text of ['', 'a & b', '3 < 5 > 2', 'I <3 it', '&lt;b&gt; &amp;', 'Zoë 👩🏽‍🚀 עברית', ' \n\t ']) {
      expect(cleanRichText(text)).to.equal(text);
    }
  });

  it('keeps the allowed mark-up and drops the rest', () => {
    const cases: [string, string][] = [
      ['<p>a<br />b</p>', '<p>a<br />b</p>'],
      ['<ul><li><b>x</b></li></ul>', '<ul><li><b>x</b></li></ul>'],
      ['<a href="https://x.test" onclick="y">x</a>', '<a href="https://x.test">x</a>'],
      ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
      ['<a href="//evil.test">x</a>', '<a>x</a>'],
      ['<a href="/log-out">x</a>', '<a>x</a>'],
      ['<a href="MAILTO:x@y.test">x</a>', '<a href="MAILTO:x@y.test">x</a>'],
      ['<img src=x onerror=alert(1)>', ''],
      ['<svg><style><img src=x onerror=alert(1)></style></svg>', ''],
      ['<textarea><b>x', ''],
      ['a<script>alert(1)</script>b', 'ab'],
    ];
    for (const [given, kept] of cases) expect(cleanRichText(given), given).to.equal(kept);
  });

  it('swallows nothing after a < that opens no tag, and lets none through half open', () => {
    expect(cleanRichText('if a<b then c')).to.equal('if a&lt;b then c');
    expect(cleanRichText('x <img src=x onerror=alert(1) ')).to.equal('x &lt;img src=x onerror=alert(1) ');
    expect(cleanRichText('<b>Ann</b> <ann@example.com>')).to.equal('<b>Ann</b> &lt;ann@example.com&gt;');
    expect(cleanRichText('<p>See <https://example.com/a?b=c></p>')).to.equal(
      '<p>See &lt;https://example.com/a?b=c&gt;</p>',
    );
    expect(cleanRichText('<img@x onerror=alert(1)>')).to.equal('&lt;img@x onerror=alert(1)&gt;');
    expect(cleanRichText('<b>bold</b> and a<b')).to.equal('<b>bold</b> and a&lt;b');
  });

  it('changes nothing that it has cleaned once', () => {
    const pieces = '<|>|<b>|</b>|<script>|<a href="|"|&|&amp;|x| |<!--|-->|</'.split('|');
    const piece = fc.constantFrom(...pieces);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (drawn) => {
        const once = cleanRichText(drawn.join(''));
        expect(cleanRichText(once)).to.equal(once);
        expect(once).to.not.match(/<script|<!--/i);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('an excerpt', () => {
  it('is the text that rich text shows, on one line', () => {
    const cases: [string, string][] = [
      ['a & b < c', 'a & b < c'],
      ['<p>One</p><p>two &lt;3 &amp;lt;</p>', 'One two <3 &lt;'],
      ['in<b>fi</b>nite\n<a href="https://x.test?a=1&amp;b">loop</a>', 'infinite loop'],
      ['<p>cut <a href="https://x', 'cut'],
      ['<p> </p>', 'Plain <b>'],
      ['', 'Plain <b>'],
    ];
    for (const [rich, shown] of cases) expect(toExcerpt({ rich, plain: 'Plain <b>' }), rich).to.equal(shown);
    expect(toExcerpt({ rich: '' })).to.equal('');
  });

  it('has at most 200 characters', () => {
    expect(toExcerpt({ rich: '👍'.repeat(200) })).to.equal('👍'.repeat(200));
    expect(toExcerpt({ rich: '👍'.repeat(201) })).to.equal(`${'👍'.repeat(199)}…`);
  });
});

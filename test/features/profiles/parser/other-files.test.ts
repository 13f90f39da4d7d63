// Pages that came into a file from another one: their fonts, their paper or the date of their profile are different.
import { expect } from 'chai';
import type { TextPage } from '../../../../src/features/profiles/parser/parse.ts';
import { confidence, filler, heading, read, sheet } from '../../../support/sheets.ts';

describe('a page from another file', () => {
  const list = sheet(1, ...heading, ['• Sees', 20], ['• Says', 20]);
  const own = Array.from({ length: 4 }, (_, at) => sheet(at + 20, ['Overview', 90, 60, 15], ['Ada works here.', 40]));
  const withFont = (font: string, fonts: string[], page: TextPage): TextPage => ({
    ...page,
    fonts,
    items: page.items.map((item) => ({ ...item, font })),
  });
  const rest = [filler, ...own].map((page) => withFont('f1', ['Times'], page));

  it('is known by its fonts and its paper', () => {
    expect(confidence(read([withFont('f1', ['Times', 'Arial'], list), ...rest]))).to.equal('high');
    expect(confidence(read([withFont('f2', ['Times'], list), ...rest]))).to.equal('medium');
    expect(confidence(read([withFont('f1', ['Arial'], list), ...rest]))).to.equal('medium');
    expect(confidence(read([{ ...withFont('f1', ['Times'], list), height: 792 }, ...rest]))).to.equal('medium');
    expect(confidence(read([{ ...withFont('f1', ['Times'], list), width: 842, height: 595 }, ...rest]))).to.equal(
      'high',
    );
  });

  it('is not known where each page has its own fonts', () => {
    const apart = [filler, ...own].map((page, at) => withFont(`g${at}`, ['Times'], page));
    expect(confidence(read([withFont('f2', ['Times'], list), ...apart]))).to.equal('high');
  });

  it('may be of another edition of the profile', () => {
    const items = filler.items.map((item) => ({ ...item, text: item.text.replace('20 March 2024', '7 May 2019') }));
    expect(confidence(read([filler, list, ...own, { ...filler, page: 30 }]))).to.equal('high');
    expect(confidence(read([filler, list, ...own, { ...filler, page: 30, items }]))).to.equal('medium');
  });
});

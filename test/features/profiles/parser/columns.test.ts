// Columns that stand close together, and text that is hardly there.
import { expect } from 'chai';
import { readSheets, sheet, strengths, type SheetLine } from '../../../support/sheets.ts';

describe('columns with a narrow gutter', () => {
  it('are read one after the other, if three rows have it at the same place', () => {
    const rows = ['Ada may be late when', 'nobody has told her', 'what the others see.'];
    const wide = (text: string): string => `${text} and so on,`.padEnd(40, 'x');
    const columns = rows.flatMap((text): SheetLine[] => [
      [wide(text), 13],
      [text, 0, 60 + 200 + 10],
    ]);
    const { fields } = readSheets(
      sheet(1, ['Possible Blind Spots', 30, 60, 15], ['Ada’s possible Blind Spots:', 30], ...columns),
    );
    expect(fields.blindSpots).to.equal(`${rows.map(wide).join(' ')} ${rows.join(' ')}`);
  });

  it('are no bullets of a right column', () => {
    const list = ['Hears', 'Heeds', 'Helps'].flatMap((text): SheetLine[] => [
      ['• Sees what others do', 20],
      ['•', 0, 320],
      [text, 0, 335],
    ]);
    expect(strengths(...list).fields.keyStrengths).to.match(/\nHears\nHeeds\nHelps$/);
  });
});

describe('tiny text in a line', () => {
  it('is seen by nobody', () => {
    const reading = strengths(['• Sees', 20], ['• Says', 20], ['unless late', 0, 93, 1]);
    expect(reading.evidence['keyStrengths']?.confidence).to.equal('medium');
  });
});

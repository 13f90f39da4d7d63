// The numbers of the colour pages: the sign of the flow, the range of positions, and which figures elsewhere they confirm.
import { expect } from 'chai';
import type { ProfileReading } from '../../../../src/features/profiles/parser/parse.ts';
import { confidence, heading, readSheets, sheet, type SheetLine } from '../../../support/sheets.ts';

type Facts = {
  conscious?: number[];
  flow?: string;
  position?: number;
  list?: string;
  fonts?: [list: string, scores: string];
};

/** Reads a list of two bullets and the two colour pages of somebody. */
function readColours({
  conscious = [1, 2, 3, 4],
  flow = '-40.0%',
  position = 22,
  list = 'Sees',
  fonts = ['body', 'body'],
}: Facts): ProfileReading {
  const rest = [2, 3, 0, 1].map((at) => 6 - (conscious[at] ?? 0));
  const cells = (texts: string[], x: number, down: number): SheetLine[] =>
    texts.map((text, at): SheetLine => [text, at === 0 ? down : 0, x + at * 40, 8]);
  const both = (make: (value: number) => string): SheetLine[] => [
    ...cells(conscious.map(make), 60, 15),
    ...cells(rest.map(make), 320, 0),
  ];
  const names = ['BLUE', 'GREEN', 'YELLOW', 'RED'];
  const scores = sheet(
    2,
    ['Colour Dynamics of Ada', 30, 60, 15],
    ['Persona (Conscious)', 20, 60, 8],
    ['Persona (Less Conscious)', 0, 320, 8],
    ...cells(names, 60, 15),
    ...cells(names, 320, 0),
    ...both((value) => value.toFixed(2)),
    ...both((value) => `${Math.round((value / 6) * 100)}%`),
    ...(flow === '' ? [] : [[flow, 30, 250, 8] satisfies SheetLine]),
  );
  const wheel = sheet(
    3,
    ['The Wheel of Ada', 30, 60, 15],
    ['Conscious Wheel Position', 30],
    [`${position}: Reforming Director (Classic)`, 15],
    ['Less Conscious Wheel Position', 40],
    ['24: Reforming Director (Classic)', 15],
  );
  const texts = sheet(1, ...heading, [`• ${list}`, 20], ['• Says', 20], ['Overview of Ada', 40, 60, 15]);
  const inFont = (page: typeof texts, font: string) => ({
    ...page,
    items: page.items.map((item) => ({ ...item, font })),
  });
  return readSheets(inFont(texts, fonts[0]), inFont(scores, fonts[1]), inFont(wheel, fonts[0]));
}

const flowOf = ({ fields }: ProfileReading) => fields.summary?.colourWheel?.['preferenceFlow'];

describe('the preference flow', () => {
  const writings = [
    '-N%',
    '−N%',
    '–N%',
    '—N%',
    '‑N%',
    '－N%',
    '- N%',
    '– N %',
    '(N%)',
    '( N% )',
    '(N)%',
    'N%-',
    'N%–',
    'N-%',
  ];

  it('is negative however that is written, far from zero and near it', () => {
    for (const [conscious, value] of [
      [[1, 2, 3, 4], '40.0'],
      [[1, 2, 3, 5.98], '0.3'],
    ] as const) {
      for (const writing of writings) {
        const reading = readColours({ conscious: [...conscious], flow: writing.replace('N', value) });
        expect(flowOf(reading), writing).to.equal(-Number(value));
        expect(confidence(reading, 'colourWheel'), writing).to.equal('high');
      }
    }
  });

  it('is not certain with the other sign than the sum of the scores', () => {
    for (const [last, flow] of [
      [5.98, '0.3%'],
      [5.98, '+0.3%'],
      [6, '0.3%'],
    ] as const) {
      const conscious = last === 6 ? [1.02, 2, 3, 6] : [1, 2, 3, last];
      const expected = last === 6 ? 'high' : 'low';
      expect(confidence(readColours({ conscious, flow }), 'colourWheel'), flow).to.equal(expected);
    }
    for (const writing of writings) {
      const reading = readColours({ conscious: [1.02, 2, 3, 6], flow: writing.replace('N', '0.3') });
      expect(confidence(reading, 'colourWheel'), writing).to.equal('low');
    }
  });

  it('is missed where it is not there, is not a number, or is there twice', () => {
    for (const flow of ['', '40.0³%', '40 %', '-40.0% or -34.0%']) {
      const reading = readColours({ flow });
      expect(confidence(reading, 'colourWheel'), flow).to.equal('medium');
      expect(reading.warnings.join(), flow).to.include('preference flow');
      expect(confidence(reading, 'percentages'), flow).to.equal('high');
    }
  });
});

describe('a wheel position', () => {
  it('is not certain outside of the numbers that there are', () => {
    for (const position of [1, 16, 22, 56, 101, 172])
      expect(confidence(readColours({ position }), 'colourWheel'), String(position)).to.equal('high');
    for (const position of [0, 57, 99, 100, 173, 282, 717])
      expect(confidence(readColours({ position }), 'colourWheel'), String(position)).to.equal('low');
  });
});

describe('figures in a list', () => {
  const list = 'Finds the 20% that matters';
  it('are as sure as the scores in their font', () => {
    expect(confidence(readColours({ list }))).to.equal('high');
    expect(confidence(readColours({ list, fonts: ['body', 'chart'] }))).to.equal('medium');
    expect(confidence(readColours({ list, conscious: [8, 2, 3, 4] }))).to.equal('medium');
    expect(confidence(readColours({ conscious: [8, 2, 3, 4] }))).to.equal('high');
  });
});

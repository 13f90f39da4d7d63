// Pages whose content is turned: the text is read as most of it runs.
import { expect } from 'chai';
import { turnUpright, type DirectedItem } from '../../../../src/features/profiles/pdf/upright.ts';

const item = (text: string, x: number, y: number, angle: number): DirectedItem => ({
  text,
  x,
  y,
  angle,
  width: 50,
  height: 10,
});

describe('a page', () => {
  it('is turned so that most of its text runs to the right', () => {
    const places = { 0: [60, 700], 90: [142, 60], 180: [535, 142], '-90': [700, 535] } as const;
    for (const [angle, [x, y]] of Object.entries(places)) {
      const lying = angle === '90' || angle === '-90';
      const page = turnUpright([item('Strengths', x, y, Number(angle))], lying ? 842 : 595, lying ? 595 : 842);
      expect(page, angle).to.deep.equal({
        width: 595,
        height: 842,
        items: [{ text: 'Strengths', x: 60, y: 700, width: 50, height: 10 }],
      });
    }
  });

  it('lacks text that slants, runs another way or lies outside', () => {
    const items = [
      item('Strengths', 60, 700, 0.4),
      item('COPY', 100, 100, 45),
      item('beside', 20, 100, 90),
      item('cut off', -60, 700, 0),
      item('below', 60, -20, 0),
    ];
    expect(turnUpright(items, 595, 842).items.map(({ text }) => text)).to.deep.equal(['Strengths']);
  });
});

// Times as of which a chart is shown: a date is the end of its day in the tenant's time zone.
import { expect } from 'chai';
import { isLater } from '../../../src/platform/time/as-of.ts';

const now = '2026-11-20T10:00:00.000Z';

describe('a time as of which a chart is shown', () => {
  const cases: [time: string, other: string, timezone: string, isLater: boolean][] = [
    ['2026-11-10', '2026-11-10T10:00:00Z', 'UTC', true],
    ['2026-11-10', '2026-11-10T23:30:00Z', 'Europe/Berlin', false],
    ['2026-11-10', '2026-11-10T22:30:00Z', 'Europe/Berlin', true],
    ['2026-11-10T10:00:00Z', '2026-11-10', 'UTC', false],
    ['2026-11-10', '2026-11-10', 'UTC', false],
    ['2026-11-11', '2026-11-10', 'UTC', true],
    ['2026-11-20', now, 'Pacific/Auckland', false], // yesterday there
    ['2026-11-20', now, 'UTC', false], // today means now
    ['2026-11-20', '2026-11-20T09:00:00Z', 'UTC', true],
  ];
  for (const [time, other, timezone, expected] of cases) {
    it(`is ${expected ? '' : 'not '}later: ${time} than ${other} in ${timezone}`, () => {
      expect(isLater(time, other, now, timezone)).to.equal(expected);
    });
  }
});

// The schedule of the weekly runs: due from the local time until midnight, in every time zone.
import { expect } from 'chai';
import { parseSchedule, findDueWeek } from '../../src/settings/schedule.ts';

describe('the Monday runs', () => {
  it('are due from the local time until the end of that day, whatever the clocks do', () => {
    for (const [now, timezone, setting, due] of [
      ['2026-11-23T07:59:59.999Z', 'Europe/Berlin', 'Monday 09:00', null],
      ['2026-11-23T08:00:00.000Z', 'Europe/Berlin', 'Monday 09:00', '2026-11-23'],
      ['2026-11-23T22:59:59.999Z', 'Europe/Berlin', 'Monday 09:00', '2026-11-23'],
      ['2026-11-23T23:00:00.000Z', 'Europe/Berlin', 'Monday 09:00', null],
      ['2026-11-24T08:00:00.000Z', 'Europe/Berlin', 'Monday 09:00', null],
      ['2026-03-30T06:59:59.999Z', 'Europe/Berlin', 'Monday 09:00', null], // summer time since the day before
      ['2026-03-30T07:00:00.000Z', 'Europe/Berlin', 'Monday 09:00', '2026-03-30'],
      ['2026-11-22T19:59:59.999Z', 'Pacific/Auckland', 'Monday 09:00', null],
      ['2026-11-22T20:00:00.000Z', 'Pacific/Auckland', 'Monday 09:00', '2026-11-23'],
      ['2026-11-23T20:00:00.000Z', 'Pacific/Pago_Pago', 'Monday 09:00', '2026-11-23'],
      ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', 'Sunday 02:30', null], // 03:00; 02:30 does not exist that day
      ['2026-03-29T01:30:00.000Z', 'Europe/Berlin', 'Sunday 02:30', '2026-03-23'],
      ['2026-10-25T00:30:00.000Z', 'Europe/Berlin', 'Sunday 02:30', '2026-10-19'], // the first of two
      ['2027-01-01T12:00:00.000Z', 'UTC', 'Friday 09:00', '2026-12-28'],
      ['2026-11-23T12:00:00.000Z', 'UTC', 'off', null],
    ] as const) {
      expect(findDueWeek(now, timezone, setting), `${now} ${timezone} ${setting}`).to.equal(due);
    }
  });

  it('are set to a weekday and a time, or off', () => {
    expect(parseSchedule('Monday 09:00')).to.deep.equal({ weekday: 1, time: '09:00' });
    expect(parseSchedule('Sunday 23:59')).to.deep.equal({ weekday: 7, time: '23:59' });
    expect(parseSchedule('off')).to.equal(null);
    for (const wrong of ['', 'Monday', 'Monday 9:00', 'Someday 09:00', 'Monday 24:00', 'Monday 09:00 ']) {
      expect(parseSchedule(wrong), wrong).to.equal('invalid');
    }
  });
});

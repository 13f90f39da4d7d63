// When weekly runs are due, and of which week: once each, whatever clocks and outages do.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  findDueRuns,
  findGivenUp,
  parseSchedule,
  scheduledTypes,
  type Run,
  type RunKind,
} from '../../../src/platform/time/schedule.ts';
import { casesOf } from '../../support/cases.ts';
import { listChecks, listTimes, pauses, times, toText, zones } from '../../support/schedules.ts';

const start = Date.parse('2026-01-01T00:00:00Z'); // with the week 53 of 2026
const end = Date.parse('2028-01-01T00:00:00Z');
const always = '1970-01-01T00:00:00Z';
const due = (now: string, kind: RunKind, clock: string, since = always): string | null =>
  findDueRuns(now, [{ kind, clock }], [], since)[0]?.weekStart ?? null;

describe('a schedule', () => {
  it('is a weekday and a quarter of an hour, or off', () => {
    expect(parseSchedule('Monday 09:00')).to.deep.equal({ weekday: 1, time: '09:00' });
    expect(parseSchedule('Sunday 23:45')).to.deep.equal({ weekday: 7, time: '23:45' });
    expect(parseSchedule('off')).to.equal(null);
    for (const text of ['', 'Monday', '09:00', 'monday 09:00', 'Monday 9:00', 'Monday 24:00', 'Monday 09:05', 'Off'])
      expect(parseSchedule(text), text).to.equal('invalid');
  });

  it('is about the week that ends nearest to it; what opens a week about the one that begins there', () => {
    for (const [time, ending, beginning] of [
      ['Monday 09:00', '2026-11-16', '2026-11-23'],
      ['Wednesday 23:45', '2026-11-16', '2026-11-23'],
      ['Thursday 00:00', '2026-11-23', '2026-11-30'],
      ['Friday 16:00', '2026-11-23', '2026-11-30'],
      ['Sunday 18:00', '2026-11-23', '2026-11-30'],
    ] as const) {
      const day = ['Monday', '', 'Wednesday', 'Thursday', 'Friday', '', 'Sunday'].indexOf(time.split(' ')[0] ?? '');
      const at = new Date(Date.parse(`2026-11-23T${time.slice(-5)}:00Z`) + day * 86_400_000).toISOString();
      for (const kind of ['digest.weekly', 'weekly_summary.due', 'weekly_summary.last_call'] as const)
        expect(due(at, kind, `UTC ${time}`), `${kind} ${time}`).to.equal(ending);
      expect(due(at, 'goals.non_setters', `UTC ${time}`), time).to.equal(beginning);
    }
  });

  it('is due from its local time on, for two days and an hour', () => {
    for (const [now, clock, weekStart] of [
      ['2026-11-23T07:59:59.999Z', 'Europe/Berlin Monday 09:00', null],
      ['2026-11-23T08:00:00.000Z', 'Europe/Berlin Monday 09:00', '2026-11-16'],
      ['2026-11-25T09:00:00.000Z', 'Europe/Berlin Monday 09:00', '2026-11-16'],
      ['2026-11-25T09:00:00.001Z', 'Europe/Berlin Monday 09:00', null],
      ['2026-11-28T00:05:00.000Z', 'UTC Friday 23:45', '2026-11-23'], // a worker that was down over midnight
      ['2026-11-30T00:05:00.000Z', 'UTC Sunday 23:45', '2026-11-23'], // and over the turn of the week
      ['2026-03-30T06:59:59.999Z', 'Europe/Berlin Monday 09:00', null], // summer time since the day before
      ['2026-03-30T07:00:00.000Z', 'Europe/Berlin Monday 09:00', '2026-03-23'],
      ['2026-11-22T20:00:00.000Z', 'Pacific/Auckland Monday 09:00', '2026-11-16'],
      ['2026-03-29T01:29:59.000Z', 'Europe/Berlin Sunday 02:30', null], // 02:30 does not exist that day
      ['2026-03-29T01:30:00.000Z', 'Europe/Berlin Sunday 02:30', '2026-03-23'],
      ['2026-10-25T00:30:00.000Z', 'Europe/Berlin Sunday 02:30', '2026-10-19'], // the first of two
      ['2027-01-01T16:00:00.000Z', 'UTC Friday 16:00', '2026-12-28'], // week 53
      ['2027-01-04T09:00:00.000Z', 'UTC Monday 09:00', '2026-12-28'],
      ['2026-11-23T12:00:00.000Z', 'UTC off', null],
    ] as const)
      expect(due(now, 'digest.weekly', clock), `${now} ${clock}`).to.equal(weekStart);
  });

  it('was not due before the tenant was there', () => {
    const clock = 'UTC Monday 09:00';
    expect(due('2026-11-23T10:00:00Z', 'digest.weekly', clock, '2026-11-23T09:00:00.001Z')).to.equal(null);
    expect(due('2026-11-23T10:00:00Z', 'digest.weekly', clock, '2026-11-23T09:00:00.000Z')).to.equal('2026-11-16');
  });
});

describe('a clock', () => {
  const kind = 'weekly_summary.due';
  const clocks = (before: string, after: string) => [{ kind, before, after }] as const;

  it('that is new does not fire for a time that a check has seen pass', () => {
    const of = (since: string) => due('2026-11-21T10:00:00Z', kind, 'UTC Friday 15:00', since);
    expect(of('2026-11-20T14:45:00Z')).to.equal('2026-11-16'); // an outage since
    expect(of('2026-11-20T15:15:00Z')).to.equal(null); // it was set on Saturday, or belongs to somebody who has just come
  });

  it('that was to come, and is given up for one that has passed, still tells of its week', () => {
    const given = (now: string, before: string, after: string) => findGivenUp(now, clocks(before, after));
    const week = '2026-11-16';
    const now = '2026-11-20T15:30:00Z';
    expect(given(now, 'UTC Friday 16:00', 'UTC Friday 15:00')).to.deep.equal([
      { kind, weekStart: week, dueAt: '2026-11-20T16:00:00Z' },
    ]);
    expect(given(now, 'America/Lima Friday 15:00', 'Asia/Tokyo Friday 15:00')).to.deep.equal([
      { kind, weekStart: week, dueAt: '2026-11-20T20:00:00Z' },
    ]);
    expect(given(now, 'UTC Monday 08:00', 'UTC Thursday 08:00')).to.deep.equal([
      { kind, weekStart: week, dueAt: '2026-11-23T08:00:00Z' },
    ]);
    expect(given(now, 'UTC off', 'UTC Friday 15:00')).to.deep.equal([]);
    expect(given(now, 'UTC Friday 16:00', 'UTC off')).to.deep.equal([]);
    expect(given(now, 'UTC Friday 16:00', 'UTC Friday 17:00')).to.deep.equal([]); // both are to come
    expect(given(now, 'UTC Friday 12:00', 'UTC Friday 15:00')).to.deep.equal([]); // both have passed
  });
});

describe('over two years, a worker that is away for up to two days at a time', () => {
  const clocks = fc.array(
    fc.record({
      kind: fc.constantFrom(...Object.values(scheduledTypes)),
      clock: fc
        .tuple(zones, fc.oneof({ arbitrary: times, weight: 9 }, fc.constant('off')))
        .map((pair) => pair.join(' ')),
    }),
    { minLength: 1, maxLength: 4 },
  );

  it('opens each run once, of the right week, at the first check after its time', () => {
    fc.assert(
      fc.property(clocks, pauses, (drawn, gaps) => {
        const opened: Run[] = [];
        const told: string[] = [];
        const checks = listChecks(gaps, { start, end });
        for (const at of checks) {
          for (const run of findDueRuns(toText(at), drawn, opened.slice(-40), toText(start))) {
            opened.push(run);
            told.push(...run.clocks.map((clock) => `${run.kind} ${clock} ${run.weekStart} ${toText(at)}`));
          }
        }
        const expected = drawn.flatMap((clock) =>
          listTimes(clock, { start, end }).flatMap(({ weekStart, at }) => {
            const next = at < start ? undefined : checks.find((check) => check >= at);
            return next === undefined ? [] : [`${clock.kind} ${clock.clock} ${weekStart} ${toText(next)}`];
          }),
        );
        expect(told.sort()).to.deep.equal([...new Set(expected)].sort());
      }),
      { numRuns: casesOf(import.meta, 3, 20), endOnFailure: true },
    );
  }).timeout(60_000);
});

// Working days of people, and two years of runs that wait for them, against a model that looks at every day.
import { expect } from 'chai';
import fc from 'fast-check';
import { listHolidays } from '../../../src/platform/time/holidays.ts';
import { findDueRuns, scheduledTypes, type Run } from '../../../src/platform/time/schedule.ts';
import {
  findWorkingDay,
  isWorkingDay,
  listWorkingDays,
  parseWorkingDays,
  usualWorkingDays,
  weekdays,
} from '../../../src/platform/time/working-days.ts';
import { getCalendar } from '../../../src/platform/settings/calendars.ts';
import { casesOf } from '../../support/cases.ts';
import { listChecks, listTimes, pauses, times, toText, zones } from '../../support/schedules.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const end = Date.parse('2028-01-01T00:00:00Z');
const dayMs = 86_400_000;

describe('days of the week', () => {
  it('are words, each once, and are kept in the order of a week', () => {
    expect(parseWorkingDays('Sunday Thursday Monday')).to.equal('Monday Thursday Sunday');
    for (const text of ['', ' ', 'Mon', 'sunday', 'Sunday Sunday', 'Sunday,Monday', 'Sunday\nMonday'])
      expect(parseWorkingDays(text), text).to.equal(null);
  });

  it('are those of the person, else of the widest region that has some, else of the tenant, else Monday to Friday', () => {
    const tenant = { region: 'IL', workingDays: 'Saturday', regionWorkingDays: ['DE=Monday', 'DE-BY=Tuesday Sunday'] };
    const days = (facts: object): string => getCalendar({ tenant, ...facts }).workingDays;
    expect(days({})).to.equal('Saturday');
    expect(days({ region: 'DE-BE' })).to.equal('Monday');
    expect(days({ region: 'DE-BY-A' })).to.equal('Tuesday Sunday');
    expect(days({ region: 'DE-BY', workingDays: 'Friday' })).to.equal('Friday');
    expect(days({ tenant: { region: 'none' } })).to.equal(usualWorkingDays);
    expect(days({ tenant: { region: 'DE', regionWorkingDays: ['DE=Monday'] } })).to.equal('Monday');
  });
});

describe('a working day', () => {
  const calendar = getCalendar({ region: 'DE', tenant: {} });

  it('is one of the days of the week, no holiday, and in no absence', () => {
    const absences = [{ from: '2027-03-30', to: '2027-03-31' }];
    const days = { from: '2027-03-25', to: '2027-04-02' };
    expect(listWorkingDays(days, calendar, absences)).to.deep.equal(['2027-03-25', '2027-04-01', '2027-04-02']);
    expect(isWorkingDay('2027-03-29', calendar)).to.equal(false); // Easter Monday
    expect(findWorkingDay({ from: '2027-03-26', to: '2027-04-02' }, calendar)).to.equal('2027-03-30');
    expect(findWorkingDay({ from: '2027-03-26', to: '2027-03-29' }, calendar)).to.equal(null);
  });
});

describe('a public holiday', () => {
  const isFree = (region: string, day: string, ...regionFreeDays: string[]): boolean =>
    getCalendar({ region, tenant: { regionFreeDays } }).isHoliday(day);

  it('is added or struck for a region and those below it, and the narrowest place that names the day decides', () => {
    const [easter, boxing] = ['2027-03-29', '2027-12-27'];
    expect(isFree('CA-ON', easter)).to.equal(true); // as the package has it
    expect(isFree('CA-ON', easter, `CA-ON=-${easter} +${boxing}`)).to.equal(false);
    expect(isFree('CA-ON', boxing, `CA-ON=-${easter} +${boxing}`)).to.equal(true);
    expect(isFree('CA-BC', boxing, `CA-ON=+${boxing}`)).to.equal(isFree('CA-BC', boxing));
    for (const region of ['DE', 'DE-BY', 'DE-BY-A'])
      expect(isFree(region, '2027-06-01', 'DE=+2027-06-01'), region).to.equal(true);
    const both = ['DE=+2027-06-01', 'DE-BY=-2027-06-01'];
    for (const order of [both, both.toReversed()])
      expect(['DE', 'DE-BY', 'DE-BY-A', 'DE-BE'].map((one) => isFree(one, '2027-06-01', ...order))).to.deep.equal([
        true,
        false,
        false,
        true,
      ]);
    expect(isFree('none', '2027-06-01', 'DE=+2027-06-01')).to.equal(false);
  });
});

describe('over two years, somebody with a schedule, a zone, holidays, absences and a working week', () => {
  const regions = fc.constantFrom('none', 'DE-BY', 'IL', 'US', 'JP', 'VN');
  const week = fc.subarray([...weekdays], { minLength: 1 }).map((days) => days.join(' '));
  const absences = fc.array(fc.tuple(fc.integer({ min: 0, max: 740 }), fc.integer({ min: 0, max: 20 })), {
    maxLength: 60,
  });
  const person = fc.record({
    timeZone: zones,
    time: times,
    region: regions,
    absences,
    workingDays: fc.oneof(fc.constant(usualWorkingDays), week),
    kind: fc.constantFrom(...Object.values(scheduledTypes)),
  });

  it('is told of each run once, on a working day of theirs, or has none for seven days', () => {
    fc.assert(
      fc.property(person, pauses, ({ timeZone, time, region, workingDays, absences: drawn, kind }, gaps) => {
        const away = new Set(
          drawn.flatMap(([first, days]) =>
            Array.from({ length: days + 1 }, (_, day) => toText(start + (first + day) * dayMs).slice(0, 10)),
          ),
        );
        const isFree = (day: string): boolean => {
          const name = new Date(day).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
          return !workingDays.includes(name) || listHolidays(region, Number(day.slice(0, 4))).has(day) || away.has(day);
        };
        const localDay = (at: number): string =>
          Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
        const clock = `${timeZone} ${time}`;
        const checks = listChecks(gaps, { start, end });
        const calendar = getCalendar({ region, workingDays, tenant: {} });
        const ranges = drawn.map(([first, days]) => ({
          from: toText(start + first * dayMs).slice(0, 10),
          to: toText(start + (first + days) * dayMs).slice(0, 10),
        }));
        const opened: Run[] = [];
        const told: string[] = [];
        let since = toText(start);
        for (const at of checks) {
          for (const run of findDueRuns(toText(at), [{ kind, clock }], opened.slice(-9), since)) {
            opened.push(run);
            const turns = run.turns[clock] ?? {};
            const days = Object.keys(turns);
            const day = findWorkingDay({ from: days[0] ?? '', to: days.at(-1) ?? '' }, calendar, ranges);
            const instant = day === null ? null : Date.parse(turns[day] ?? '');
            if (instant !== null) expect(isFree(localDay(instant)), toText(instant)).to.equal(false);
            told.push(`${run.weekStart} ${instant === null ? 'never' : toText(instant)}`);
          }
          since = toText(at);
        }
        const expected = listTimes({ kind, clock }, { start, end }).flatMap(({ weekStart, at }) => {
          const check = at < start ? undefined : checks.find((one) => one >= at);
          if (check === undefined) return [];
          const last = Date.parse(localDay(at)) + 6 * dayMs;
          let day = Date.parse(localDay(check));
          while (day <= last && isFree(toText(day).slice(0, 10))) day += dayMs;
          if (day > last) return [`${weekStart} never`];
          const text = toText(day).slice(0, 10);
          const instant =
            text === localDay(check)
              ? check
              : Temporal.PlainDateTime.from(`${text}T${time.split(' ')[1] ?? ''}`).toZonedDateTime(timeZone)
                  .epochMilliseconds;
          return [`${weekStart} ${toText(instant)}`];
        });
        expect(told).to.deep.equal(expected);
      }),
      { numRuns: casesOf(import.meta, 5, 60), endOnFailure: true },
    );
  }).timeout(120_000);
});

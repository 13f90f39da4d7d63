// Absences as days, and the weeks they excuse.
import { expect } from 'chai';
import {
  findAbsenceFaults,
  formatAbsence,
  getReach,
  joinAbsences,
  countDaysBefore,
  listExcusedWeeks,
  parseAbsence,
} from '../../../src/features/absences/rules.ts';
import { addDays } from '../../../src/platform/time/weeks.ts';
import { isWorkingDay, usualWorkingDays, weekdays } from '../../../src/platform/time/working-days.ts';

const today = '2026-11-20';
const days = (...texts: string[]) => texts.map(parseAbsence);
const noHoliday = (): boolean => false;
const weeks = (
  texts: string[],
  isHoliday: (day: string) => boolean = noHoliday,
  before: string[] = [],
  workingDays = usualWorkingDays,
): string[] => listExcusedWeeks({ absences: days(...texts), before }, { workingDays, isHoliday }, today);

describe('absences', () => {
  it('are joined where they overlap or follow each other, in the order of days', () => {
    const given = days(
      '2026-12-10/2026-12-12',
      '2026-12-01/2026-12-03',
      '2026-12-04/2026-12-05',
      '2026-12-02/2026-12-02',
    );
    expect(joinAbsences(given, today).map(formatAbsence)).to.deep.equal([
      '2026-12-01/2026-12-05',
      '2026-12-10/2026-12-12',
    ]);
  });

  it('are forgotten a year later', () => {
    expect(getReach(today)).to.deep.equal({ from: '2025-11-17', to: '2028-11-19' });
    const given = days('2020-01-01/2025-11-16', '2025-11-10/2025-11-18', '2019-05-01/2019-05-02');
    expect(joinAbsences(given, today).map(formatAbsence)).to.deep.equal(['2025-11-17/2025-11-18']);
    expect(joinAbsences(days('2019-05-01/2019-05-02'), today)).to.deep.equal([]);
  });

  it('end after they begin, and at most two years ahead', () => {
    const now = `${today}T10:00:00.000Z`;
    const given = days(
      '2026-12-02/2026-12-01',
      '2026-12-01/2026-12-01',
      '2026-12-01/2028-11-20',
      '2026-12-01/2028-11-19',
    );
    expect(findAbsenceFaults(given, now).map(({ index }) => index)).to.deep.equal([0, 2]);
  });
});

describe('a week', () => {
  it('is excused if each day from Monday to Friday is away, weekends or not', () => {
    expect(weeks(['2026-11-16/2026-11-20'])).to.deep.equal(['2026-11-16']);
    expect(weeks(['2026-11-14/2026-11-22'])).to.deep.equal(['2026-11-16']);
    expect(weeks(['2026-12-31/2027-01-08'])).to.deep.equal(['2027-01-04']);
  });

  it('is not excused by a part of it', () => {
    expect(weeks(['2026-11-16/2026-11-19'])).to.deep.equal([]);
    expect(weeks(['2026-11-17/2026-11-22'])).to.deep.equal([]);
    expect(weeks(['2026-11-21/2026-11-22'])).to.deep.equal([]);
    expect(weeks([])).to.deep.equal([]);
  });

  it('is excused by absences and holidays together, and by holidays alone', () => {
    const isHoliday = (day: string): boolean => day === '2026-12-25' || day === '2026-12-24';
    expect(weeks(['2026-12-21/2026-12-23'], isHoliday)).to.deep.equal(['2026-12-21']);
    expect(weeks(['2026-12-21/2026-12-22'], isHoliday)).to.deep.equal([]);
    expect(weeks([], (day) => day >= '2026-12-28' && day <= '2027-01-01')).to.deep.equal(['2026-12-28']);
  });

  it('stays as it is more than a year later, and is derived anew since', () => {
    expect(weeks([], noHoliday, ['2024-01-01', '2026-11-16'])).to.deep.equal(['2024-01-01']);
  });

  it('is excused by the days on which the person works: another week, or a part of it', () => {
    const [sundayToThursday, saturdayToWednesday] = [
      'Monday Tuesday Wednesday Thursday Sunday',
      'Monday Tuesday Wednesday Saturday Sunday',
    ];
    // their week of the check-in of Monday 16 begins on Sunday 15, or Saturday 14 November
    expect(weeks(['2026-11-15/2026-11-19'], noHoliday, [], sundayToThursday)).to.deep.equal(['2026-11-16']);
    expect(weeks(['2026-11-14/2026-11-18'], noHoliday, [], saturdayToWednesday)).to.deep.equal(['2026-11-16']);
    expect(weeks(['2026-11-16/2026-11-20'], noHoliday, [], sundayToThursday)).to.deep.equal([]);
    expect(weeks(['2026-11-16/2026-11-20'], noHoliday, [], saturdayToWednesday)).to.deep.equal([]);
    expect(weeks(['2026-11-17/2026-11-17'], noHoliday, [], 'Tuesday')).to.deep.equal(['2026-11-16']);
  });

  it('is excused whatever the days of the week are, when somebody is away from their first to their last one, and by nothing less', () => {
    for (let set = 1; set < 2 ** weekdays.length; set += 1) {
      const workingDays = weekdays.filter((_, at) => set & (1 << at)).join(' ');
      const first = addDays('2026-11-16', -countDaysBefore({ workingDays }));
      const worked = Array.from({ length: 7 }, (_, day) => addDays(first, day)).filter((day) =>
        isWorkingDay(day, { workingDays, isHoliday: noHoliday }),
      );
      const away = (from: number, to = worked.length - 1): string[] =>
        weeks([`${worked[from]}/${worked[to]}`], noHoliday, [], workingDays);
      expect(away(0), workingDays).to.deep.equal(['2026-11-16']);
      if (worked.length === 1) continue;
      expect([away(1), away(0, worked.length - 2)], workingDays).to.deep.equal([[], []]);
    }
  });

  it('is excused by long absences without end', () => {
    expect(weeks(['2025-11-17/2028-11-19'])).to.have.length(157);
  });
});

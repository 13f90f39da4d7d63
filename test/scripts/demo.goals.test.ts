// The goals and nominations of the demo companies: the same for the same clock, and never of the future.
import { expect } from 'chai';
import { getCurrentMonday, addWeeks } from '../../src/platform/time/weeks.ts';
import { companies } from '../../scripts/tools/demo/companies.ts';
import { generateGoals } from '../../scripts/tools/demo/goals.ts';
import { generateNominations } from '../../scripts/tools/demo/nominations.ts';
import { mondayWeeksAgo } from '../../scripts/tools/demo/summaries.ts';
import { friday } from '../support/service.ts';

const now = new Date(friday);
const clocks = [
  friday,
  '2026-11-16T00:00:30Z', // Monday, just begun in Berlin
  '2027-01-03T23:59:59Z', // Sunday, of the 53rd week
  '2026-10-25T00:30:00Z', // when summer time ends
  '2026-12-01T00:10:00Z', // the first of a month
  '2028-02-29T12:00:00Z',
].map((at) => new Date(at));

for (const company of companies) {
  const { slug, people, showcase, timezone } = company;
  const personOf = new Map(people.map((person) => [person.email, person]));

  describe(`the goals of ${slug}`, () => {
    const goals = generateGoals(company, now);

    it('are the same for the same clock', () => {
      expect(generateGoals(company, new Date(now))).to.deep.equal(goals);
    });

    it('are filled in, in plain text, and no two of a person in a month have one title', () => {
      for (const { title, description } of goals) expect(`${title} ${description}`).not.to.match(/[{}<>|]|^ /);
      for (const [key, alike] of Map.groupBy(goals, ({ email, title }) => `${email} ${title}`)) {
        const weeks = alike.map(({ weekStart }) => weekStart).sort();
        for (const [at, week] of weeks.slice(1).entries())
          expect(week > addWeeks(weeks[at] ?? '', 4), key).to.equal(true);
      }
    });

    for (const clock of clocks) {
      it(`have a past without jumps at ${clock.toISOString()}: of the people there, about as many set goals in each week`, () => {
        const seen = generateGoals(company, clock);
        const shares = Array.from({ length: 13 }, (_, ago) => {
          const monday = addWeeks(getCurrentMonday(clock.toISOString(), timezone), -ago);
          const there = people.filter(({ joinedWeeksAgo = Infinity }) => joinedWeeksAgo >= ago);
          const setters = new Set(seen.filter(({ weekStart }) => weekStart === monday).map(({ email }) => email));
          const done = seen.filter(({ weekStart, status }) => weekStart === monday && status === 'completed');
          return { ago, set: setters.size / there.length, done: done.length };
        });
        const [most, highest] = people.length > 30 ? [0.12, 0.95] : [0.3, 1];
        for (const { ago, set, done } of shares) {
          expect(set, `${ago} weeks ago`).to.be.within(0.5, highest);
          expect(Math.abs(set - (shares[ago + 1]?.set ?? set)), `${ago} weeks ago`).to.be.below(most);
          if (ago > 0) expect(done, `${ago} weeks ago`).to.be.above(0);
        }
      });
    }

    for (const clock of clocks) {
      it(`hold at ${clock.toISOString()}: set after joining, completed later in their week, nothing after now`, () => {
        const seen = generateGoals(company, clock);
        for (const weeks of [-1, 0, 1]) {
          const monday = addWeeks(getCurrentMonday(clock.toISOString(), timezone), weeks);
          const inWeek = seen.filter(({ weekStart }) => weekStart === monday);
          expect(inWeek.length, monday).to.be.above(people.length);
        }
        for (const { email, weekStart, dateSet, dateCompleted, status } of seen) {
          const told = `${email} ${weekStart} ${dateSet} ${dateCompleted}`;
          expect(new Date(weekStart).getUTCDay(), told).to.equal(1);
          expect(Date.parse(dateSet), told).to.be.at.most(clock.getTime());
          expect(getCurrentMonday(dateSet, timezone) <= weekStart, told).to.equal(true);
          const { joinedWeeksAgo } = personOf.get(email)!;
          if (joinedWeeksAgo !== undefined) {
            const joined = mondayWeeksAgo(company, clock, joinedWeeksAgo).toZonedDateTime({
              timeZone: timezone,
              plainTime: '09:00',
            });
            expect(Date.parse(dateSet), told).to.be.at.least(joined.epochMilliseconds);
          }
          expect(dateCompleted !== null, told).to.equal(status === 'completed');
          if (dateCompleted === null) continue;
          expect(Date.parse(dateCompleted), told).to.be.within(Date.parse(dateSet) + 1, clock.getTime());
          expect(getCurrentMonday(dateCompleted, timezone), told).to.equal(weekStart);
        }
      });
    }
  });

  describe(`the nominations of ${slug}`, () => {
    for (const clock of clocks) {
      it(`hold at ${clock.toISOString()}: once each, of last month and this one, while the window was open`, () => {
        const made = generateNominations(company, clock);
        expect(generateNominations(company, new Date(clock))).to.deep.equal(made);
        const month = (at: Date | string, monthsAgo = 0): string => {
          const [year = 0, number = 0] = new Date(at)
            .toLocaleDateString('sv', { timeZone: timezone })
            .split('-')
            .map(Number);
          return new Date(Date.UTC(year, number - 1 - monthsAgo)).toISOString().slice(0, 7);
        };
        for (const { email, kind, teamKey, teamName, nominees, reason, period, createdAt } of made) {
          expect([month(clock, 1), month(clock)]).to.include(period);
          expect(month(createdAt)).to.equal(period);
          expect(Date.parse(createdAt)).to.be.at.most(clock.getTime());
          expect(reason).to.match(/^[^{}<>]{20,}$/);
          expect([kind === 'individual', teamKey === '']).to.satisfy(
            ([a, b]: boolean[]) => a === b && a === (teamName === null),
          );
          expect(nominees.length).to.be.within(kind === 'team' ? 2 : 1, kind === 'team' ? 20 : 1);
          expect(nominees).not.to.include(email);
          for (const nominee of nominees) expect(personOf.has(nominee)).to.equal(true);
        }
        const keys = made.map(({ email, kind, teamKey, period }) => [email, kind, teamKey, period].join());
        expect(new Set(keys).size).to.equal(made.length);
        const last = made.filter(({ period }) => period === month(clock, 1));
        expect(new Set(last.map(({ kind }) => kind))).to.have.property('size', 2);
        const shown = showcase.map(({ email }) => email);
        expect(made.filter(({ period, email }) => period === month(clock) && shown.includes(email))).to.deep.equal([]);
      });
    }
  });
}

// The nominations of a demo company, of last month and of this month so far, from a clock alone.
import { Temporal } from 'temporal-polyfill';
import { normalizeTeamName, findWindow } from '../../src/rules/nominations.ts';
import { toLocalDate } from '../../src/rules/weeks.ts';
import { between, createChance, pick, shuffled, type Chance } from './chance.ts';
import type { Company } from './company.ts';
import type { Person } from './drawing.ts';
import * as texts from './goal-texts.ts';
import { dealCards, firstName, createWeekTexts } from './wording.ts';

/** `email` is the nominator's; an individual nomination has the empty `teamKey` and no `teamName`. */
export type DemoNomination = {
  email: string;
  kind: 'individual' | 'team';
  teamKey: string;
  teamName: string | null;
  nominees: string[];
  reason: string;
  period: string;
  createdAt: string;
};

/**
 * The nominations of a fifth of the people in each of the two months. Nobody to be shown has nominated this month.
 * The same clock gives the same nominations; none is made later than it, or while the window was closed.
 */
export function generateNominations(company: Company, now: Date): DemoNomination[] {
  const today = Temporal.PlainDate.from(toLocalDate(now.toISOString(), company.timezone));
  const shown = new Set(company.showcase.map(({ email }) => email));
  return [1, 0].flatMap((monthsAgo) => {
    const first = today.with({ day: 1 }).subtract({ months: monthsAgo });
    const window = findWindow(
      first.toZonedDateTime(company.timezone).toInstant().toString(),
      company.timezone,
      company.nominationDays,
    );
    const chance = createChance(company.slug, window.period, 'nominations');
    const nominators = settled(company).filter(({ email }) => monthsAgo > 0 || !shown.has(email));
    const reasons = {
      individual: dealCards(shuffled(chance, texts.reasonsForPerson), 0),
      team: dealCards(shuffled(chance, texts.reasonsForTeam), 0),
    };
    return shuffled(chance, nominators)
      .slice(0, Math.ceil(company.people.length / 5))
      .flatMap((nominator, i) => {
        const individual = () => choosePerson(chance, company, nominator, reasons.individual());
        const team = () => chooseTeam(chance, company, nominator, reasons.team());
        return ([[individual], [team], [individual, team]][i % 3] ?? []).map((choose) => ({
          email: nominator.email,
          ...choose(),
          period: window.period,
          createdAt: momentIn(chance, window, company.timezone),
        }));
      })
      .filter(({ createdAt }) => Date.parse(createdAt) <= now.getTime());
  });
}

type Choice = Pick<DemoNomination, 'kind' | 'teamKey' | 'teamName' | 'nominees' | 'reason'>;

/** A colleague of the same department. */
function choosePerson(chance: Chance, company: Company, nominator: Person, reason: string): Choice {
  const colleagues = settled(company).filter(
    ({ email, department }) => email !== nominator.email && department === nominator.department,
  );
  const nominee = pick(chance, colleagues);
  const fill = createWeekTexts(chance, company, nominator)();
  const text = fill(reason.replaceAll(/\{nominee\}/gi, firstName(nominee)));
  return { kind: 'individual', teamKey: '', teamName: null, nominees: [nominee.email], reason: text };
}

/** Another team, of at least two. */
function chooseTeam(chance: Chance, company: Company, nominator: Person, reason: string): Choice {
  const findMembers = (name: string): Person[] => settled(company).filter(({ team }) => team === name);
  const names = new Set(settled(company).map(({ team }) => team));
  const teamName = pick(
    chance,
    [...names].filter((name) => name !== nominator.team && findMembers(name).length > 1),
  );
  const nominees = findMembers(teamName).map(({ email }) => email);
  const text = reason.replaceAll(/\{team\}/gi, teamName);
  return { kind: 'team', teamKey: normalizeTeamName(teamName), teamName, nominees, reason: text };
}

/** Those who have been there all the time. */
function settled({ people }: Company): Person[] {
  return people.filter(({ joinedWeeksAgo }) => joinedWeeksAgo === undefined);
}

/** A moment of a window by day, sooner rather than later, on a working day if it has one. */
function momentIn(chance: Chance, window: { opensAt: string; closesAt: string }, timezone: string): string {
  const from = Temporal.Instant.from(window.opensAt).toZonedDateTimeISO(timezone);
  const length = Temporal.Instant.from(window.closesAt)
    .toZonedDateTimeISO(timezone)
    .since(from, { largestUnit: 'days' });
  const days = Array.from({ length: length.days }, (_, i) => from.add({ days: i }));
  const working = days.filter(({ dayOfWeek }) => dayOfWeek <= 5);
  const choice = working.length > 0 ? working : days;
  const day = choice[Math.floor(chance() ** 2 * choice.length)] ?? from;
  return day
    .add({ seconds: Math.floor(between(chance, 9, 17.5) * 3600) })
    .toInstant()
    .toString();
}

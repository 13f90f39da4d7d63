// Generates the nominations of a demo company, of last month and of this month so far.
import { toNameKey } from '../../../src/platform/lib/names.ts';
import { findWindow } from '../../../src/features/nominations/rules.ts';
import { toLocalDate } from '../../../src/platform/time/weeks.ts';
import { createRandom, pick, randomBetween, shuffle, type Random } from '../random.ts';
import { createFiller, dealFrom, firstName } from './check-in-texts.ts';
import type { Company } from './companies.ts';
import type { Person } from './org-chart.ts';
import { nominationReasons } from './texts.ts';

/** `email` is the nominator's. A nomination of a person has an empty `teamKey` and no `teamName`. */
type DemoNomination = {
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
 * Generates the nominations of a fifth of the people in each of the two months; nobody of the showcase has nominated
 * this month. The same clock gives the same nominations; none is later than it, or outside the nomination window.
 */
export function generateNominations(company: Company, now: Date): DemoNomination[] {
  const { slug, timezone, nominationDays } = company;
  const today = Temporal.PlainDate.from(toLocalDate(now.toISOString(), timezone));
  const shown = new Set(company.showcase.map(({ email }) => email));
  return [1, 0].flatMap((monthsAgo) => {
    const first = today.with({ day: 1 }).subtract({ months: monthsAgo });
    const window = findWindow(first.toZonedDateTime(timezone).toInstant().toString(), timezone, nominationDays);
    const random = createRandom(slug, window.period, 'nominations');
    const nominators = withoutNewcomers(company).filter(({ email }) => monthsAgo > 0 || !shown.has(email));
    const reasons = {
      person: dealFrom(shuffle(random, nominationReasons.person), 0),
      team: dealFrom(shuffle(random, nominationReasons.team), 0),
    };
    return shuffle(random, nominators)
      .slice(0, Math.ceil(company.people.length / 5))
      .flatMap((nominator, i) => {
        const person = () => choosePerson(random, company, nominator, reasons.person());
        const team = () => chooseTeam(random, company, nominator, reasons.team());
        return ([[person], [team], [person, team]][i % 3] ?? []).map((choose) => ({
          email: nominator.email,
          ...choose(),
          period: window.period,
          createdAt: chooseTime(random, window, timezone),
        }));
      })
      .filter(({ createdAt }) => Date.parse(createdAt) <= now.getTime());
  });
}

type Choice = Pick<DemoNomination, 'kind' | 'teamKey' | 'teamName' | 'nominees' | 'reason'>;

/** A colleague of the same department. */
function choosePerson(random: Random, company: Company, nominator: Person, reason: string): Choice {
  const colleagues = withoutNewcomers(company).filter(
    ({ email, department }) => email !== nominator.email && department === nominator.department,
  );
  const nominee = pick(random, colleagues);
  const fill = createFiller(random, company, nominator)();
  const text = fill(reason.replaceAll(/\{nominee\}/gi, firstName(nominee)));
  return { kind: 'individual', teamKey: '', teamName: null, nominees: [nominee.email], reason: text };
}

/** Another team with at least two members. */
function chooseTeam(random: Random, company: Company, nominator: Person, reason: string): Choice {
  const people = withoutNewcomers(company);
  const membersOf = (name: string): Person[] => people.filter(({ team }) => team === name);
  const names = [...new Set(people.map(({ team }) => team))];
  const others = names.filter((name) => name !== nominator.team && membersOf(name).length > 1);
  const teamName = pick(random, others);
  const nominees = membersOf(teamName).map(({ email }) => email);
  const text = reason.replaceAll(/\{team\}/gi, teamName);
  return { kind: 'team', teamKey: toNameKey(teamName), teamName, nominees, reason: text };
}

function withoutNewcomers({ people }: Company): Person[] {
  return people.filter(({ joinedWeeksAgo }) => joinedWeeksAgo === undefined);
}

/** Returns a time by day in the nomination window, more often early than late, on a working day if there is one. */
function chooseTime(random: Random, window: { opensAt: string; closesAt: string }, timezone: string): string {
  const inZone = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(timezone);
  const opens = inZone(window.opensAt);
  const { days: length } = inZone(window.closesAt).since(opens, { largestUnit: 'days' });
  const days = Array.from({ length }, (_, i) => opens.add({ days: i }));
  const workingDays = days.filter(({ dayOfWeek }) => dayOfWeek <= 5);
  const candidates = workingDays.length > 0 ? workingDays : days;
  const day = candidates[Math.floor(random() ** 2 * candidates.length)] ?? opens;
  return day
    .add({ seconds: Math.floor(randomBetween(random, 9, 17.5) * 3600) })
    .toInstant()
    .toString();
}

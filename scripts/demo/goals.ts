// The goals of a demo company over the previous, this and the next week, and older ones of some, from a clock alone.
import { Temporal } from 'temporal-polyfill';
import type { Goal } from '../../src/model/index.ts';
import { between, createChance, pick, shuffled, type Chance } from './chance.ts';
import type { Company } from './company.ts';
import type { Person } from './drawing.ts';
import * as texts from './goal-texts.ts';
import { mondayAgo } from './summaries.ts';
import { dealCards, createWeekTexts } from './wording.ts';

export type DemoGoal = Pick<Goal, 'title' | 'type' | 'status' | 'weekStart' | 'dateSet'> & {
  email: string;
  description: string | null;
  dateCompleted: string | null;
};

/** Which weeks somebody has goals in: `regular` in most, `shown` in all three of the board, the others not in this one. */
export type Habit = 'regular' | 'shown' | (typeof idleHabits)[number];
const idleHabits = ['older', 'never', 'lapsed'] as const;

/** The goals of everyone. The same clock gives the same goals; none is set or completed later than it. */
export function generateGoals(company: Company, now: Date): DemoGoal[] {
  const habits = goalHabits(company);
  return company.people.flatMap((person) =>
    generatePersonGoals(company, person, habits.get(person.email) ?? 'regular', now),
  );
}

/**
 * How people keep goals, by e-mail address. About a quarter of each department has none this week: in turn somebody who
 * had some weeks ago, who never set one, who had some last week. Whoever is not named is regular.
 */
export function goalHabits({ slug, people, showcase }: Company): Map<string, Habit> {
  const shown = new Set(showcase.map(({ email }) => email));
  const departments = [...new Set(people.map(({ department }) => department))];
  const idle = departments.flatMap((name) => {
    const all = people.filter(({ department }) => department === name);
    const candidates = all.filter(({ email }) => !shown.has(email));
    return shuffled(createChance(slug, name, 'goals'), candidates).slice(0, Math.min(5, Math.round(all.length / 4)));
  });
  return new Map([
    ...[...shown].map((email): [string, Habit] => [email, 'shown']),
    ...idle.map(({ email }, i): [string, Habit] => [email, idleHabits[i % 3] ?? 'never']),
  ]);
}

function generatePersonGoals(company: Company, person: Person, habit: Habit, now: Date): DemoGoal[] {
  const { slug, people, timezone } = company;
  const { email, managerEmail = '', joinedWeeksAgo } = person;
  const chance = createChance(slug, email, 'goals');
  const order = createChance(slug, managerEmail, 'order of goals');
  const start = 5 * people.filter((one) => one.managerEmail === person.managerEmail).indexOf(person);
  const { anywhere, [person.department]: own = [] } = texts.professional;
  const decks = {
    professional: dealCards(shuffled(order, [...anywhere, ...own]), start),
    personal: dealCards(shuffled(order, texts.personal), start),
  };
  const wordsOfWeek = createWeekTexts(chance, company, person);
  const joined = joinedWeeksAgo === undefined ? null : startOfDay(mondayAgo(company, now, joinedWeeksAgo), timezone);

  return pickWeeks(chance, habit, joinedWeeksAgo).flatMap((weeksAgo) => {
    const monday = mondayAgo(company, now, weeksAgo);
    const fill = wordsOfWeek();
    return pickTypes(chance).flatMap((type): DemoGoal[] => {
      const [title = '', description = null] = fill(decks[type]()).split(' | ');
      const setAt = timeOfSetting(chance, startOfDay(monday, timezone), joined, now);
      if (isLater(setAt, now)) return [];
      const done = timeOfCompleting(chance, startOfDay(monday, timezone), weeksAgo);
      const dateCompleted = done && !isLater(done, now) && isLater(done, setAt) ? toInstant(done) : null;
      const status = dateCompleted ? 'completed' : 'active';
      const weekStart = monday.toString();
      return [{ email, title, description, type, status, weekStart, dateSet: toInstant(setAt), dateCompleted }];
    });
  });
}

/** How many weeks ago the weeks are in which somebody has goals: -1 is the next, 0 this one. */
function pickWeeks(chance: Chance, habit: Habit, joinedWeeksAgo = Infinity): number[] {
  const longAgo = Math.min(Math.floor(between(chance, 2, 9)), joinedWeeksAgo);
  const sometimes = (share: number, weeksAgo: number): number[] => (chance() < share ? [weeksAgo] : []);
  const weeks: Record<Habit, () => number[]> = {
    regular: () => [...sometimes(0.3, longAgo), ...sometimes(0.9, 1), 0, ...sometimes(0.75, -1)],
    shown: () => [1, 0, -1],
    older: () => [longAgo],
    never: () => [],
    lapsed: () => [...sometimes(0.5, longAgo), 1],
  };
  return weeks[habit]().filter((weeksAgo, i, all) => weeksAgo <= joinedWeeksAgo && all.indexOf(weeksAgo) === i);
}

/** One to three professional goals, none to two personal ones. */
function pickTypes(chance: Chance): ('professional' | 'personal')[] {
  const professional = Array.from({ length: pick(chance, [1, 2, 2, 3]) }, () => 'professional' as const);
  return [...professional, ...Array.from({ length: pick(chance, [0, 1, 1, 2]) }, () => 'personal' as const)];
}

/** From Thursday before the week to its Tuesday; while that is to come, some week before: the goal was put off. */
function timeOfSetting(
  chance: Chance,
  monday: Temporal.ZonedDateTime,
  joined: Temporal.ZonedDateTime | null,
  now: Date,
): Temporal.ZonedDateTime {
  let at = atWork(chance, monday.add({ days: pick(chance, [-4, -3, -3, 0, 0, 1]) }));
  while (isLater(at, now)) at = at.subtract({ weeks: 1 });
  return joined && isLater(joined, at) ? atWork(chance, joined) : at;
}

/** Most goals are completed in their week, from Wednesday on; of this week's, some earlier. */
function timeOfCompleting(
  chance: Chance,
  monday: Temporal.ZonedDateTime,
  weeksAgo: number,
): Temporal.ZonedDateTime | null {
  const completes = chance() < (weeksAgo > 0 ? 0.65 : 0.45);
  const at = atWork(chance, monday.add({ days: Math.floor(between(chance, weeksAgo > 0 ? 2 : 0, 5)) }));
  return completes && weeksAgo >= 0 ? at : null;
}

/** A time of that day between half past nine and six. */
function atWork(chance: Chance, day: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return day.startOfDay().add({ seconds: Math.floor(between(chance, 9.5, 18) * 3600) });
}

function startOfDay(monday: Temporal.PlainDate, timezone: string): Temporal.ZonedDateTime {
  return monday.toZonedDateTime(timezone);
}

function isLater(time: Temporal.ZonedDateTime, than: Date | Temporal.ZonedDateTime): boolean {
  return time.epochMilliseconds > (than instanceof Date ? than.getTime() : than.epochMilliseconds);
}

function toInstant(time: Temporal.ZonedDateTime): string {
  return time.toInstant().toString();
}

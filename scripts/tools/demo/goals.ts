// Generates the goals of a demo company: of the weeks that the report of goals shows, of this and of the next week.
import type { Goal } from '../../../src/features/goals/schema.ts';
import { createRandom, pick, randomBetween, shuffle, type Random } from '../random.ts';
import { createFiller, dealFrom, teamOffset } from './check-in-texts.ts';
import type { Company } from './companies.ts';
import type { Person } from './org-chart.ts';
import { mondayWeeksAgo } from './summaries.ts';
import { goalTexts } from './texts.ts';

type DemoGoal = Pick<Goal, 'title' | 'type' | 'status' | 'weekStart' | 'dateSet'> & {
  email: string;
  description: string | null;
  dateCompleted: string | null;
};

/** The number of finished weeks with goals: those that the report shows. */
const finishedWeeks = 12;

/** Which weeks have goals: `regular` most, `shown` all three of the board; nobody else has goals this week. */
type GoalHabit = 'regular' | 'shown' | (typeof idleHabits)[number];
const idleHabits = ['older', 'never', 'lapsed'] as const;

/** Generates everybody's goals. The same clock gives the same goals; none is set or completed after it. */
export function generateGoals(company: Company, now: Date): DemoGoal[] {
  const habits = assignGoalHabits(company);
  return company.people.flatMap((person) =>
    generateForPerson(company, person, habits.get(person.email) ?? 'regular', now),
  );
}

/**
 * Assigns habits by e-mail address; everybody else is `regular`. About a quarter of each department has no goals this
 * week: they gave it up some weeks ago, never set one, or set one last week.
 */
export function assignGoalHabits({ slug, people, showcase }: Company): Map<string, GoalHabit> {
  const shown = new Set(showcase.map(({ email }) => email));
  const departments = [...new Set(people.map(({ department }) => department))];
  const idle = departments.flatMap((name) => {
    const members = people.filter(({ department }) => department === name);
    const candidates = members.filter(({ email }) => !shown.has(email));
    const count = Math.min(5, Math.round(members.length / 4));
    return shuffle(createRandom(slug, name, 'goals'), candidates).slice(0, count);
  });
  return new Map([
    ...[...shown].map((email): [string, GoalHabit] => [email, 'shown']),
    ...idle.map(({ email }, i): [string, GoalHabit] => [email, idleHabits[i % 3] ?? 'never']),
  ]);
}

function generateForPerson(company: Company, person: Person, habit: GoalHabit, now: Date): DemoGoal[] {
  const { slug, timezone } = company;
  const { email, department, managerEmail = '', joinedWeeksAgo = Infinity } = person;
  const random = createRandom(slug, email, 'goals');
  const order = createRandom(slug, managerEmail, 'order of goals');
  const offset = teamOffset(company, person);
  const { anywhere, [department]: own = [] } = goalTexts.professional;
  const decks = {
    professional: dealFrom(shuffle(order, [...anywhere, ...own]), offset),
    personal: dealFrom(shuffle(order, goalTexts.personal), offset),
  };
  const fillerOfWeek = createFiller(random, company, person);
  const startOfWeek = (weeksAgo: number) => mondayWeeksAgo(company, now, weeksAgo).toZonedDateTime(timezone);
  const joined = joinedWeeksAgo === Infinity ? null : startOfWeek(joinedWeeksAgo);

  return chooseWeeks(random, habit, joinedWeeksAgo).flatMap((weeksAgo) => {
    const monday = startOfWeek(weeksAgo);
    const fill = fillerOfWeek();
    return chooseTypes(random).flatMap((type): DemoGoal[] => {
      const [title = '', description = null] = fill(decks[type]()).split(' | ');
      const setAt = chooseSettingTime(random, monday, joined, now);
      if (isAfter(setAt, now)) return [];
      const completedAt = chooseCompletionTime(random, monday, weeksAgo);
      const isCompleted = completedAt && !isAfter(completedAt, now) && isAfter(completedAt, setAt);
      return [
        {
          email,
          title,
          description,
          type,
          status: isCompleted ? 'completed' : 'active',
          weekStart: monday.toPlainDate().toString(),
          dateSet: setAt.toInstant().toString(),
          dateCompleted: isCompleted ? completedAt.toInstant().toString() : null,
        },
      ];
    });
  });
}

/** Returns how many weeks ago the weeks with goals are, the oldest first: -1 is the next week, 0 this one. */
function chooseWeeks(random: Random, habit: GoalHabit, joinedWeeksAgo: number): number[] {
  const gaveUp = Math.min(Math.floor(randomBetween(random, 2, 9)), joinedWeeksAgo);
  const withProbability = (share: number, weeksAgo: number): number[] => (random() < share ? [weeksAgo] : []);
  const mostFrom = (first: number, share: number): number[] =>
    Array.from({ length: finishedWeeks - first + 1 }, (_, at) => first + at).flatMap((ago) =>
      withProbability(share, ago),
    );
  const weeks: Record<GoalHabit, () => number[]> = {
    regular: () => [...mostFrom(1, 0.94), 0, ...withProbability(0.75, -1)],
    shown: () => [...mostFrom(2, 0.94), 1, 0, -1],
    older: () => [...mostFrom(gaveUp + 1, 0.6), gaveUp],
    never: () => [],
    lapsed: () => [...mostFrom(2, 0.4), 1],
  };
  return weeks[habit]()
    .filter((weeksAgo) => weeksAgo <= joinedWeeksAgo)
    .sort((a, b) => b - a);
}

/** One to three professional goals, and up to two personal ones. */
function chooseTypes(random: Random): ('professional' | 'personal')[] {
  const professional = Array.from({ length: pick(random, [1, 2, 2, 3]) }, () => 'professional' as const);
  return [...professional, ...Array.from({ length: pick(random, [0, 1, 1, 2]) }, () => 'personal' as const)];
}

/** From Thursday before the week to its Tuesday. In the future, the same time of an earlier week: a postponed goal. */
function chooseSettingTime(
  random: Random,
  monday: Temporal.ZonedDateTime,
  joined: Temporal.ZonedDateTime | null,
  now: Date,
): Temporal.ZonedDateTime {
  let at = chooseWorkingTime(random, monday.add({ days: pick(random, [-4, -3, -3, 0, 0, 1]) }));
  while (isAfter(at, now)) at = at.subtract({ weeks: 1 });
  return joined && isAfter(joined, at) ? chooseWorkingTime(random, joined) : at;
}

/** Most goals are completed in their week, from Wednesday on; some of this week earlier. */
function chooseCompletionTime(
  random: Random,
  monday: Temporal.ZonedDateTime,
  weeksAgo: number,
): Temporal.ZonedDateTime | null {
  const isCompleted = random() < (weeksAgo > 0 ? 0.65 : 0.45);
  const day = monday.add({ days: Math.floor(randomBetween(random, weeksAgo > 0 ? 2 : 0, 5)) });
  const at = chooseWorkingTime(random, day);
  return isCompleted && weeksAgo >= 0 ? at : null;
}

/** Returns a time of that day between half past nine and six. */
function chooseWorkingTime(random: Random, day: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return day.startOfDay().add({ seconds: Math.floor(randomBetween(random, 9.5, 18) * 3600) });
}

function isAfter(time: Temporal.ZonedDateTime, other: Date | Temporal.ZonedDateTime): boolean {
  return time.epochMilliseconds > (other instanceof Date ? other.getTime() : other.epochMilliseconds);
}

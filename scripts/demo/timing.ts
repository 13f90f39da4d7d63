// When people write and when managers answer, in the company's own time zone.
import { Temporal } from 'temporal-polyfill';
import { between, createChance, pick, type Chance } from './chance.ts';
import type { Company } from './company.ts';
import type { Person } from './drawing.ts';

const moments = [
  { day: 3, from: 13, to: 18.5, share: 0.24 },
  { day: 4, from: 8.5, to: 17.5, share: 0.46 },
  { day: 7, from: 7.5, to: 11, share: 0.2 },
  { day: 6, from: 17, to: 22, share: 0.08 },
  { day: 5, from: 10, to: 19, share: 0.02 },
] as const;

/** Whether somebody writes in a week: nearly half are away once for a week or two, and all forget, some of them often. */
export function createHabit(chance: Chance): (weeksAgo: number) => boolean {
  const forgets = chance() < 0.07 ? 0.5 : between(chance, 0.01, 0.16);
  const back = Math.floor(between(chance, 1, 25));
  const away = pick(chance, [1, 2, 2]);
  return (weeksAgo) => chance() >= forgets && !(weeksAgo >= back && weeksAgo < back + away);
}

/** A time from Thursday to the Monday after; of those who are dependable, on Thursday or Friday. */
export function timeOfWriting(
  chance: Chance,
  monday: Temporal.PlainDate,
  timezone: string,
  dependable: boolean,
): Temporal.ZonedDateTime {
  let share = chance() * (dependable ? 0.7 : 1);
  const { day, from, to } = moments.find((moment) => (share -= moment.share) < 0) ?? moments[1];
  const seconds = Math.floor(between(chance, from, to) * 3600);
  return monday.add({ days: day }).toZonedDateTime(timezone).add({ seconds });
}

/** When the manager answers, if at all: some hours to three days later, in working hours. Managers differ in diligence. */
export function answering(
  { slug }: Company,
  { email, managerEmail }: Person,
): (submittedAt: Temporal.ZonedDateTime) => Temporal.ZonedDateTime | null {
  const diligence = managerEmail ? between(createChance(slug, managerEmail, 'diligence'), 0.25, 0.85) : 0;
  const chance = createChance(slug, email, 'answers');
  return (submittedAt) => {
    const answers = chance() < diligence;
    const at = submittedAt.add({ minutes: Math.floor(between(chance, 90, 70 * 60)) });
    const morning = Math.floor(between(chance, 8 * 60, 11 * 60));
    return answers ? inWorkingHours(at, morning) : null;
  };
}

/** That time, or else the next working day's morning, this many minutes after midnight. */
function inWorkingHours(at: Temporal.ZonedDateTime, morning: number): Temporal.ZonedDateTime {
  if (at.dayOfWeek <= 5 && at.hour >= 8 && at.hour < 18) return at;
  let day = at.hour < 8 ? at : at.add({ days: 1 });
  while (day.dayOfWeek > 5) day = day.add({ days: 1 });
  return day.startOfDay().add({ minutes: morning });
}

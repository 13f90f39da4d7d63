// Generates when people write and when managers respond, in the company's time zone.
import { createRandom, pick, randomBetween, type Random } from '../random.ts';
import type { Company } from './companies.ts';
import type { Person } from './org-chart.ts';

/** When summaries are written: days after the week's Monday, hours of that day, and the share of all summaries. */
const writingTimes = [
  { day: 3, from: 13, to: 18.5, share: 0.24 },
  { day: 4, from: 8.5, to: 17.5, share: 0.46 },
  { day: 7, from: 7.5, to: 11, share: 0.2 },
  { day: 6, from: 17, to: 22, share: 0.08 },
  { day: 5, from: 10, to: 19, share: 0.02 },
] as const;

/** Decides in which weeks a person writes: one absence of a week or two, and some forgotten weeks. */
export function createAttendance(random: Random): (weeksAgo: number) => boolean {
  const forgets = random() < 0.07 ? 0.5 : randomBetween(random, 0.01, 0.16);
  const awayUntil = Math.floor(randomBetween(random, 1, 25));
  const weeksAway = pick(random, [1, 2, 2]);
  return (weeksAgo) => random() >= forgets && !(weeksAgo >= awayUntil && weeksAgo < awayUntil + weeksAway);
}

/** Returns a time from Thursday to the following Monday; reliable people write on Thursday or Friday. */
export function chooseWritingTime(
  random: Random,
  monday: Temporal.PlainDate,
  timezone: string,
  isReliable: boolean,
): Temporal.ZonedDateTime {
  let share = random() * (isReliable ? 0.7 : 1);
  const { day, from, to } = writingTimes.find((one) => (share -= one.share) < 0) ?? writingTimes[1];
  const seconds = Math.floor(randomBetween(random, from, to) * 3600);
  return monday.add({ days: day }).toZonedDateTime(timezone).add({ seconds });
}

/** Decides when the manager responds, if they do: after some hours to three days, in working hours. */
export function createResponseTimes(
  { slug }: Company,
  { email, managerEmail }: Person,
): (written: Temporal.ZonedDateTime) => Temporal.ZonedDateTime | null {
  const responseRate = managerEmail ? randomBetween(createRandom(slug, managerEmail, 'diligence'), 0.25, 0.85) : 0;
  const random = createRandom(slug, email, 'answers');
  return (written) => {
    const responds = random() < responseRate;
    const at = written.add({ minutes: Math.floor(randomBetween(random, 90, 70 * 60)) });
    const morning = Math.floor(randomBetween(random, 8 * 60, 11 * 60));
    return responds ? moveIntoWorkingHours(at, morning) : null;
  };
}

/** Keeps a time in working hours; moves others to the next working day, this many minutes after midnight. */
function moveIntoWorkingHours(at: Temporal.ZonedDateTime, morning: number): Temporal.ZonedDateTime {
  if (at.dayOfWeek <= 5 && at.hour >= 8 && at.hour < 18) return at;
  let day = at.hour < 8 ? at : at.add({ days: 1 });
  while (day.dayOfWeek > 5) day = day.add({ days: 1 });
  return day.startOfDay().add({ minutes: morning });
}

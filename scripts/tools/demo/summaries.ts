// Generates half a year of check-ins and responses of a demo company. The clock is the only input that varies.
import { toMonday } from '../../../src/platform/time/weeks.ts';
import { createRandom } from '../random.ts';
import { createTextSource, type Sections } from './check-in-texts.ts';
import type { Company } from './companies.ts';
import type { Person } from './org-chart.ts';
import { createScoreSource, type Scores } from './scores.ts';
import { chooseWritingTime, createAttendance, createResponseTimes } from './timing.ts';

/** The number of finished weeks. The current week follows them. */
export const finishedWeeks = 26;

export type DemoSummary = Sections & {
  email: string;
  weekStart: string;
  scores: Scores;
  createdAt: string;
  response?: { managerEmail: string; body: string; createdAt: string };
};

/** Returns the Monday of the week so many weeks ago, in the company's time zone. */
export function mondayWeeksAgo({ timezone }: Company, now: Date, weeksAgo: number): Temporal.PlainDate {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  return Temporal.PlainDate.from(toMonday(today.toString())).subtract({ weeks: weeksAgo });
}

/** Generates everybody's summaries, with the responses of their managers. The same clock gives the same summaries. */
export function generateSummaries(company: Company, now: Date): DemoSummary[] {
  const mondays = Array.from({ length: finishedWeeks + 1 }, (_, weeksAgo) => mondayWeeksAgo(company, now, weeksAgo));
  return company.people.flatMap((person) => generateForPerson(company, person, mondays, now));
}

function generateForPerson(company: Company, person: Person, mondays: Temporal.PlainDate[], now: Date): DemoSummary[] {
  const { email, managerEmail, joinedWeeksAgo = Infinity } = person;
  const random = createRandom(company.slug, email, 'weeks');
  const isFirstShown = company.showcase[0]?.email === email;
  const isReliable = isFirstShown || company.shifts.some(({ target }) => 'email' in target && target.email === email);
  const attends = isReliable ? () => true : createAttendance(random);
  const scoresIn = createScoreSource(company, person);
  const writeTexts = createTextSource(company, person);
  const respondAt = createResponseTimes(company, person);

  const summaries: DemoSummary[] = [];
  for (const [weeksAgo, monday] of [...mondays.entries()].reverse()) {
    if (weeksAgo > joinedWeeksAgo) continue;
    const scores = scoresIn(weeksAgo);
    const writtenAt = chooseWritingTime(random, monday, company.timezone, isReliable);
    const isWritten = attends(weeksAgo) && !(isFirstShown && weeksAgo === 0);
    if (!isWritten || writtenAt.epochMilliseconds > now.getTime()) continue;

    const isHard = Math.min(scores.personalWellbeing, scores.professionalWellbeing) <= 2;
    const { response: body, ...sections } = writeTexts(isHard);
    const respondedAt = isFirstShown && weeksAgo === 1 ? null : respondAt(writtenAt);
    const hasResponse = managerEmail && respondedAt && respondedAt.epochMilliseconds <= now.getTime();
    summaries.push({
      email,
      weekStart: monday.toString(),
      scores,
      ...sections,
      createdAt: writtenAt.toInstant().toString(),
      ...(hasResponse && { response: { managerEmail, body, createdAt: respondedAt.toInstant().toString() } }),
    });
  }
  return summaries;
}

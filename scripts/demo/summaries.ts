// Half a year of check-ins and answers for a demo company, from a clock and nothing else.
import { Temporal } from 'temporal-polyfill';
import { toMonday } from '../../src/rules/weeks.ts';
import { createChance } from './chance.ts';
import type { Company } from './company.ts';
import type { Person } from './drawing.ts';
import { createScores, type Scores } from './scores.ts';
import { answering, createHabit, timeOfWriting } from './timing.ts';
import { createWording, type Sections } from './wording.ts';

/** How many finished weeks there are; the current one follows, as far as it has come. */
export const finishedWeeks = 26;

export type DemoSummary = Sections & {
  email: string;
  weekStart: string;
  scores: Scores;
  createdAt: string;
  response?: { managerEmail: string; body: string; createdAt: string };
};

/** The Monday that many weeks ago, where the company is. */
export function mondayAgo({ timezone }: Company, now: Date, weeksAgo: number): Temporal.PlainDate {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  return Temporal.PlainDate.from(toMonday(today.toString())).subtract({ weeks: weeksAgo });
}

/** The summaries of everyone, with the answers of their managers. The same clock gives the same summaries. */
export function generateSummaries(company: Company, now: Date): DemoSummary[] {
  const mondays = Array.from({ length: finishedWeeks + 1 }, (_, weeksAgo) => mondayAgo(company, now, weeksAgo));
  return company.people.flatMap((person) => summariesBy(company, person, mondays, now));
}

function summariesBy(company: Company, person: Person, mondays: Temporal.PlainDate[], now: Date): DemoSummary[] {
  const chance = createChance(company.slug, person.email, 'weeks');
  const shown = company.showcase[0]?.email === person.email;
  const dependable = shown || company.shifts.some(({ of }) => 'email' in of && of.email === person.email);
  const writesIn = dependable ? () => true : createHabit(chance);
  const scoresIn = createScores(company, person);
  const wordsFor = createWording(company, person);
  const answered = answering(company, person);

  const summaries: DemoSummary[] = [];
  for (const [weeksAgo, monday] of [...mondays.entries()].reverse()) {
    if (person.joinedWeeksAgo !== undefined && weeksAgo > person.joinedWeeksAgo) continue;
    const scores = scoresIn(weeksAgo);
    const writtenAt = timeOfWriting(chance, monday, company.timezone, dependable);
    const writes = writesIn(weeksAgo) && !(shown && weeksAgo === 0);
    if (!writes || isLater(writtenAt, now)) continue;

    const { answer, ...sections } = wordsFor(Math.min(scores.personalWellbeing, scores.professionalWellbeing) <= 2);
    const answeredAt = shown && weeksAgo === 1 ? null : answered(writtenAt);
    summaries.push({
      email: person.email,
      weekStart: monday.toString(),
      scores,
      ...sections,
      createdAt: toInstant(writtenAt),
      ...(person.managerEmail !== undefined &&
        answeredAt &&
        !isLater(answeredAt, now) && {
          response: { managerEmail: person.managerEmail, body: answer, createdAt: toInstant(answeredAt) },
        }),
    });
  }
  return summaries;
}

function isLater(time: Temporal.ZonedDateTime, now: Date): boolean {
  return time.epochMilliseconds > now.getTime();
}

function toInstant(time: Temporal.ZonedDateTime): string {
  return time.toInstant().toString();
}

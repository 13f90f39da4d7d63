// When the weekly digest, the non-setter push and the trends are due, and what a digest says.
import { Temporal } from 'temporal-polyfill';
import type { DigestRow, Scores } from '../model/index.ts';
import { toMonday } from './weeks.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const maxNamedMissing = 20;
/** A mean of fewer people's scores is about each of them. */
const minAnonymousGroup = 5;

/** When trends of the week before are looked for, in a tenant's local time: by then late summaries have come in too. */
export const trendTime = 'Tuesday 03:00';

/** A tenant's local time of the runs: a weekday and a time such as `Monday 09:00`; null when they are off. */
export function parseSchedule(setting: string): { weekday: number; time: string } | null | 'invalid' {
  if (setting === 'off') return null;
  const [, day = '', time = ''] = /^(\w+) ((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(setting) ?? [];
  const weekday = weekdays.indexOf(day as (typeof weekdays)[number]) + 1;
  return weekday > 0 ? { weekday, time } : 'invalid';
}

/**
 * The current week, by its Monday, when its runs are due: on the local day, from the local time until midnight. A
 * process that was down at that time catches up on the same day; a later day sends nothing late.
 *
 * @param now ISO 8601
 * @param setting see `parseSchedule`
 */
export function dueWeek(now: string, timezone: string, setting: string): string | null {
  const at = parseSchedule(setting);
  if (at === null || at === 'invalid') return null;
  const local = Temporal.Instant.from(now).toZonedDateTimeISO(timezone);
  if (local.dayOfWeek !== at.weekday) return null;
  const due = local.toPlainDate().toZonedDateTime({ timeZone: timezone, plainTime: at.time });
  return Temporal.ZonedDateTime.compare(local, due) >= 0 ? toMonday(local.toPlainDate().toString()) : null;
}

export type DigestFigures = {
  people: number;
  submitted: number;
  /** The first names, in the order of the rows. */
  missing: string[];
  missingMore: number;
  averages?: Scores;
};

export type DigestCounter = {
  add(rows: readonly DigestRow[]): void;
  figures(): DigestFigures;
  /** Whom the figures are about: the ids of those named, and of those who wrote when they are fewer than five. */
  aboutIds(): string[];
};

/** Counts the rows of a digest as they come. */
export function createDigestCounter(): DigestCounter {
  const sums: Scores = { qualityOfWork: 0, personalWellbeing: 0, professionalWellbeing: 0 };
  const missing: string[] = [];
  const missingIds: string[] = [];
  const writerIds: string[] = [];
  let people = 0;
  let submitted = 0;
  const dimensions = Object.keys(sums) as (keyof Scores)[];
  return {
    add(rows) {
      for (const { user, scores } of rows) {
        people += 1;
        if (scores) {
          submitted += 1;
          for (const dimension of dimensions) sums[dimension] += scores[dimension];
          if (writerIds.length < minAnonymousGroup) writerIds.push(user?.id ?? '');
        } else if (missing.length < maxNamedMissing) {
          missing.push(user?.name ?? '');
          missingIds.push(user?.id ?? '');
        }
      }
    },
    figures: () => ({
      people,
      submitted,
      missing,
      missingMore: people - submitted - missing.length,
      ...(submitted > 0 && { averages: computeAverages(sums, submitted) }),
    }),
    aboutIds: () => [...missingIds, ...(submitted < minAnonymousGroup ? writerIds : [])],
  };
}

function computeAverages({ qualityOfWork, personalWellbeing, professionalWellbeing }: Scores, count: number): Scores {
  const mean = (sum: number): number => Math.round((sum / count) * 100) / 100;
  return {
    qualityOfWork: mean(qualityOfWork),
    personalWellbeing: mean(personalWellbeing),
    professionalWellbeing: mean(professionalWellbeing),
  };
}

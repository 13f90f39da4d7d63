// When a question is asked, and how its words and answers are stored. Without the database.
import type { Language } from '../../platform/lib/languages.ts';
import { addWeeks, toMonday } from '../../platform/time/weeks.ts';

/** The most questions that somebody is asked in a week. */
export const maxAsked = 10;
/** The most answers of somebody in a week, twice `maxAsked`: to what they were asked before a move, and after it. */
export const maxAnswers = 20;
/** The most questions of a tenant, with those that have ended. */
export const maxQuestions = 1_000;
export const maxOptions = 10;
/** The most points of a scale. */
export const maxPoints = 11;

export const kinds = ['text', 'scale', 'choice', 'yes_no'] as const;
export type Kind = (typeof kinds)[number];
export const frequencies = ['weekly', 'every_n_weeks', 'first_week_of_month', 'once'] as const;
export type Frequency = (typeof frequencies)[number];
/** In which weeks a question is asked: `fromWeek` and `toWeek` are Mondays, and the last one is asked, too. */
export type Schedule = { frequency: Frequency; everyWeeks: number | null; fromWeek: string; toWeek: string | null };

/** Words in one or more languages. */
export type Words = Partial<Record<Language, string>>;
/** The wording of a question: what a new version replaces. */
export type Wording = { text: Words; low?: Words; high?: Words; options?: Words[] };

const msPerWeek = 7 * 24 * 60 * 60_000;

/** Whether a question is asked in the week of a Monday. */
export function isAskedIn({ frequency, everyWeeks, fromWeek, toWeek }: Schedule, monday: string): boolean {
  if (monday < fromWeek || (toWeek !== null && monday > toWeek)) return false;
  const weeks = Math.round((Date.parse(monday) - Date.parse(fromWeek)) / msPerWeek);
  switch (frequency) {
    case 'weekly':
      return true;
    case 'every_n_weeks':
      return weeks % (everyWeeks ?? 1) === 0;
    case 'first_week_of_month':
      return Number(monday.slice(8)) <= 7;
    case 'once':
      return weeks === 0;
  }
}

/** How far ahead a week is looked for in which too many questions are asked: the schedules repeat within it, or nearly so. */
const horizonWeeks = 2 * 52;

/**
 * Finds the first week from `monday` on in which somebody would be asked too many questions.
 *
 * @param asked the schedules of the questions of which each list's people are in the audience
 * @returns null if there is none
 */
export function findCrowdedWeek(asked: readonly (readonly Schedule[])[], monday: string): string | null {
  // people of different teams are mostly asked the same
  const full = asked.filter((schedules) => schedules.length > maxAsked);
  const different = [...new Map(full.map((schedules) => [JSON.stringify(schedules), schedules])).values()];
  for (let ahead = 0; ahead < horizonWeeks; ahead += 1) {
    const week = addWeeks(monday, ahead);
    if (different.some((schedules) => schedules.filter((one) => isAskedIn(one, week)).length > maxAsked)) return week;
  }
  return null;
}

/** Returns the words in a language; otherwise in the first one that there is. */
export function inLanguage(words: Words, language: Language): string {
  return words[language] ?? Object.values(words)[0] ?? '';
}

/** The Mondays of a period; null for one without an end. */
export const toWeeks = (from: string, to: string | undefined): { fromWeek: string; toWeek: string | null } => ({
  fromWeek: toMonday(from),
  toWeek: to === undefined ? null : toMonday(to),
});

/** What is stored of an answer: the value that fits the kind of its question. */
export type StoredValue = { text: string | null; points: number | null; choices: number[] | null; yes: boolean | null };
export type Value = { text?: string; points?: number; choices?: number[]; yes?: boolean };

/** What decides whether a value answers a question. */
export type Answerable = { kind: Kind; points: number | null; options: number; isSeveral: boolean };

/** Says what is wrong with a value as the answer to a question; null if it fits. */
export function findValueFault({ kind, points, options, isSeveral }: Answerable, value: Value): string | null {
  const expected = { text: 'text', scale: 'points', choice: 'choices', yes_no: 'yes' } as const;
  const given = Object.keys(value);
  if (given.length !== 1 || given[0] !== expected[kind]) return `must have ${expected[kind]}, and no other value`;
  if (kind === 'scale' && (value.points ?? 0) > (points ?? 0)) return `must have points from 1 to ${points}`;
  if (kind === 'choice') {
    const { choices = [] } = value;
    if (new Set(choices).size !== choices.length) return 'must have each choice once';
    if (choices.some((choice) => choice >= options)) return `must have choices from 0 to ${options - 1}`;
    if (!isSeveral && choices.length !== 1) return 'must have one choice';
  }
  return null;
}

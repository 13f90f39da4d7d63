// When a question is asked, and how its words and answers are stored. Without the database.
import type { Language } from '../../platform/lib/languages.ts';
import { toMonday } from '../../platform/time/weeks.ts';

/** The most questions that somebody is asked in a week. */
export const maxAsked = 10;
/** The most answers of somebody in a week, twice `maxAsked`: to what they were asked before a move, and after it. */
export const maxAnswers = 20;
/** Of `maxAsked`, the most that managers ask. The People Team and admins have the rest. */
export const maxAskedByManagers = 5;
/** The most questions of a tenant that are open: neither ended nor over. */
export const maxOpen = 1_000;
export const maxOpenOfManagers = 500;
/** The most open questions of somebody who asks. */
export const maxOpenOfAsker = 100;
/** The most questions that are stored: the open ones, and those that are kept with their answers. */
export const maxStored = 10_000;
export const maxStoredOfManagers = 5_000;
export const maxStoredOfAsker = 1_000;
/** The most wordings of a question. */
export const maxWordings = 20;
export const maxOptions = 10;
/** The most points of a scale. */
export const maxPoints = 11;

export const kinds = ['text', 'scale', 'choice', 'yes_no'] as const;
export type Kind = (typeof kinds)[number];
export const frequencies = ['weekly', 'every_n_weeks', 'first_week_of_month', 'once'] as const;
export type Frequency = (typeof frequencies)[number];
/** In which weeks a question is asked: `fromWeek` and `toWeek` are Mondays, and the last one is asked, too; null, or left out by the graph: until it is ended. */
export type Schedule = { frequency: Frequency; everyWeeks?: number | null; fromWeek: string; toWeek?: string | null };

/** Words in one or more languages. */
export type Words = Partial<Record<Language, string>>;
/** The wording of a question: what a new version replaces. */
export type Wording = { text: Words; low?: Words; high?: Words; options?: Words[] };

const msPerDay = 24 * 60 * 60_000;
/** The first Monday of the calendar that computers count from. */
const firstMondayMs = 4 * msPerDay;
/** The number of the week of a Monday: it is computed with, where Mondays are slow. */
const toNumber = (monday: string): number => (Date.parse(monday) - firstMondayMs) / (7 * msPerDay);
const toDate = (week: number): Date => new Date(firstMondayMs + week * 7 * msPerDay);
const toMondayOf = (week: number): string => toDate(week).toISOString().slice(0, 10);

/** A schedule in numbers of weeks: the first and the last one, and whether it is due in one between them. */
type Numbered = { from: number; to: number; isDue: (week: number) => boolean };

function readSchedule({ frequency, everyWeeks, fromWeek, toWeek }: Schedule): Numbered {
  const from = toNumber(fromWeek);
  const to = toWeek ? toNumber(toWeek) : Infinity;
  switch (frequency) {
    case 'weekly':
      return { from, to, isDue: () => true };
    case 'every_n_weeks':
      return { from, to, isDue: (week) => (week - from) % (everyWeeks ?? 1) === 0 };
    case 'first_week_of_month':
      return { from, to, isDue: (week) => toDate(week).getUTCDate() <= 7 };
    case 'once':
      return { from, to: Math.min(from, to), isDue: () => true };
  }
}

/** Whether a question is asked in the week of a Monday. */
export function isAskedIn(schedule: Schedule, monday: string): boolean {
  const { from, to, isDue } = readSchedule(schedule);
  const week = toNumber(monday);
  return week >= from && week <= to && isDue(week);
}

/** How far ahead a week is looked for in which too many questions are asked: the schedules repeat within it, or nearly so. */
const horizonWeeks = 2 * 52;

/** A question as its audience is asked it. `audience` is the key of the audience. */
export type Planned = Schedule & { audience: string; isOfManager: boolean };
/** A week in which somebody would be asked more than `most`; `ofManagers`: more questions of managers than they may ask. */
export type Crowd = { week: string; most: number; ofManagers: boolean };
/** Says of people who are in these audiences whether they would be asked too many. */
export type CrowdFinder = (audiences: readonly string[]) => Crowd | null;

/**
 * Counts once in which weeks the open questions are asked, by audience, so that a new one can be judged for many groups of people.
 * It costs one pass over the questions, for the weeks in which the new one is asked; a group then costs one sum for each of its audiences.
 *
 * @param since the Monday of the first week that counts: in earlier ones, nobody is asked anything new
 */
export function countAsked(open: readonly Planned[], planned: Planned, since: string): CrowdFinder {
  const { from: begin, to: end, isDue: isPlanned } = readSchedule(planned);
  const first = Math.max(begin, toNumber(since));
  const weeks: number[] = [];
  for (let week = first; week < first + horizonWeeks && week <= end; week += 1) if (isPlanned(week)) weeks.push(week);
  const counts = new Map<string, { all: Uint16Array; ofManagers: Uint16Array }>();
  for (const one of open) {
    const { from, to, isDue } = readSchedule(one);
    const count = counts.get(one.audience) ?? {
      all: new Uint16Array(weeks.length),
      ofManagers: new Uint16Array(weeks.length),
    };
    counts.set(one.audience, count);
    for (let at = 0; at < weeks.length; at += 1) {
      const week = weeks[at] as number;
      if (week > to) break;
      if (week < from || !isDue(week)) continue;
      (count.all[at] as number) += 1;
      if (one.isOfManager) (count.ofManagers[at] as number) += 1;
    }
  }
  return (audiences) => {
    const asked = audiences.flatMap((audience) => counts.get(audience) ?? []);
    for (let at = 0; at < weeks.length; at += 1) {
      let [all, ofManagers] = [1, 1];
      for (const count of asked) {
        all += count.all[at] as number;
        ofManagers += count.ofManagers[at] as number;
      }
      const isCrowded = all > maxAsked;
      if (!isCrowded && !(planned.isOfManager && ofManagers > maxAskedByManagers)) continue;
      const most = isCrowded ? maxAsked : maxAskedByManagers;
      return { week: toMondayOf(weeks[at] as number), most, ofManagers: !isCrowded };
    }
    return null;
  };
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

/** The first point of a scale of which nothing else is said. */
export const defaultLowest = 1;

/** What decides whether a value answers a question. */
export type Answerable = {
  kind: Kind;
  points: number | null;
  lowest?: number | null;
  options: number;
  isSeveral: boolean;
};

/** Says what is wrong with a value as the answer to a question; null if it fits. */
export function findValueFault({ kind, points, lowest, options, isSeveral }: Answerable, value: Value): string | null {
  const expected = { text: 'text', scale: 'points', choice: 'choices', yes_no: 'yes' } as const;
  const given = Object.keys(value);
  if (given.length !== 1 || given[0] !== expected[kind]) return `must have ${expected[kind]}, and no other value`;
  if (kind === 'scale') {
    const first = lowest ?? defaultLowest;
    const last = first + (points ?? 0) - 1;
    const isOn = value.points !== undefined && value.points >= first && value.points <= last;
    if (!isOn) return `must have points from ${first} to ${last}`;
  }
  if (kind === 'choice') {
    const { choices = [] } = value;
    if (new Set(choices).size !== choices.length) return 'must have each choice once';
    if (choices.some((choice) => choice >= options)) return `must have choices from 0 to ${options - 1}`;
    if (!isSeveral && choices.length !== 1) return 'must have one choice';
  }
  return null;
}

// Words, numbers and times that several reports have, in each language. What one report alone says stands beside its definition.
import type { Language } from '../../platform/lib/languages.ts';
import { pluralize } from '../../platform/lib/pluralize.ts';
import * as shared from '../../platform/notifications/words.ts';
import { formatMinute } from '../../platform/time/weeks.ts';
import { toPercent } from './rows.ts';

/** Numbers of a locale. */
function createNumbers(locale: 'en' | 'de-DE', formatPair: (part: string, whole: string) => string) {
  const formatNumber = (number: number, digits?: { least: number; most: number }): string =>
    number.toLocaleString(locale, {
      minimumFractionDigits: digits?.least ?? 0,
      maximumFractionDigits: digits?.most ?? 3,
    });
  /** A share in whole per cent; a dash if there is none. */
  const formatPercent = (percent: number | null): string => (percent === null ? '–' : `${Math.round(percent)} %`);
  /** "54 of 62" */
  const formatPart = (part: number, whole: number): string => formatPair(formatNumber(part), formatNumber(whole));
  return {
    formatNumber,
    formatPercent,
    formatPart,
    /** "54 of 62 (87 %)" */
    formatShare: (part: number, whole: number): string =>
      `${formatPart(part, whole)} (${formatPercent(toPercent(part, whole))})`,
    /** With one decimal, as mean scores are. */
    formatMean: (mean: number): string => formatNumber(mean, { least: 1, most: 1 }),
    /** "+3", "−1", "±0" */
    formatChange: (by: number): string => (by > 0 ? `+${formatNumber(by)}` : by < 0 ? `−${formatNumber(-by)}` : '±0'),
  };
}

const englishList = new Intl.ListFormat('en-GB');
const { count } = shared.en;

const en = {
  ...shared.en,
  ...createNumbers('en', (part, whole) => `${part} of ${whole}`),
  formatList: (texts: string[]): string => englishList.format(texts),
  /** A date (`YYYY-MM-DD`) or month (`YYYY-MM`) in a cell of a table. */
  formatDateCell: (date: string): string => date,
  formatMonthCell: (month: string): string => month,
  /** The day or the instant of a chart at an earlier time. */
  formatAsOf: (time: string): string => time,
  /** An instant in a time zone. */
  formatMoment: formatMinute,
  /** The two lines of a Monday above a column. */
  formatColumn: (monday: string): [day: string, month: string] => [
    String(Number(monday.slice(8))),
    new Date(monday).toLocaleDateString('en', { month: 'short', timeZone: 'UTC' }),
  ],
  /** A title within a sentence. */
  toInner: (title: string): string => title.toLowerCase(),
  yes: 'yes',
  no: 'no',
  everyone: 'Everyone',
  columns: {
    userId: 'User ID',
    name: 'Name',
    email: 'Email',
    team: 'Team',
    department: 'Department',
    week: 'Week',
    scope: 'Scope',
    people: 'People',
    excused: 'Excused',
  },
  /** Values of the column `scope`. */
  scopes: {
    everyone: 'everyone',
    organisation: 'organisation',
    department: 'department',
    individual: 'individual',
  } as Record<string, string>,
  countPeople: (people: number): string => count(people, 'person', 'people'),
  /** A sentence that follows how many did something; empty for nobody. */
  sayExcused: (people: number): string => (people === 0 ? '' : ` ${count(people, 'person is', 'people are')} excused.`),
  withheld: 'withheld',
  /** Follows a rate. */
  sayChanges: (inWeek: string, inFour: string): string => `; ${inWeek} in a week, ${inFour} in four`,
  /** A sentence that follows another one. */
  nameWithheld: (names: string): string =>
    ` Departments that are too small, or from which those could be computed, count for everyone, and are not shown alone: ${names}.`,
};

export type Words = typeof en;

const germanList = new Intl.ListFormat('de-DE');
const germanDate = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' });

const de: Words = {
  ...shared.de,
  ...createNumbers('de-DE', (part, whole) => `${part} von ${whole}`),
  formatList: (texts) => germanList.format(texts),
  formatDateCell: (date) => germanDate.format(new Date(`${date}T00:00:00Z`)),
  formatMonthCell: shared.de.formatMonth,
  formatAsOf: (time) => (time.length === 'YYYY-MM-DD'.length ? germanDate.format(new Date(`${time}T00:00:00Z`)) : time),
  formatMoment: (instant, timezone) =>
    `${new Date(instant).toLocaleString('de-DE', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })} ${timezone}`,
  formatColumn: (monday) => [
    `${Number(monday.slice(8))}.`,
    new Date(monday).toLocaleDateString('de-DE', { month: 'short', timeZone: 'UTC' }),
  ],
  toInner: (title) => title,
  yes: 'ja',
  no: 'nein',
  everyone: 'Alle',
  columns: {
    userId: 'ID der Person',
    name: 'Name',
    email: 'E-Mail',
    team: 'Team',
    department: 'Abteilung',
    week: 'Woche',
    scope: 'Umfang',
    people: 'Personen',
    excused: 'Nicht erwartet',
  },
  scopes: { everyone: 'alle', organisation: 'Unternehmen', department: 'Abteilung', individual: 'Person' },
  countPeople: (people) => pluralize(people, 'Person', 'Personen', 'de'),
  sayExcused: (people) =>
    people === 0 ? '' : ` Von ${pluralize(people, 'Person', 'Personen', 'de')} wird nichts erwartet.`,
  withheld: 'nicht gezeigt',
  sayChanges: (inWeek, inFour) => `; ${inWeek} in einer Woche, ${inFour} in vier`,
  nameWithheld: (names) =>
    ` Abteilungen, die zu klein sind oder aus denen sich zu kleine errechnen ließen, zählen bei „Alle“ mit und werden nicht einzeln gezeigt: ${names}.`,
};

export const wordsByLanguage: Record<Language, Words> = { en, de };

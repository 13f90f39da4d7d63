// Dates, weeks, numbers and texts, as the reader's language writes them.
import { locale, t } from './language.js';

/** @type {Intl.DateTimeFormatOptions} */
const inMonth = { day: 'numeric', month: 'short' };
/**
 * @param {string} date
 * @param {Intl.DateTimeFormatOptions} options
 */
const format = (date, options) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString(locale, { ...options, timeZone: 'UTC' });

/** Formats a date such as 2026-11-16. @param {string} date */
export const formatDay = (date) => format(date, { dateStyle: 'long' });
/** Formats a date without its year. @param {string} date */
export const formatShortDay = (date) => format(date, inMonth);
/** Formats a month such as 2026-11. @param {string} month */
export const formatMonth = (month) => format(`${month}-01`, { month: 'long', year: 'numeric' });

let timeZone = 'UTC';

/**
 * Times are shown in this zone from now on: that of the company, so that everybody reads the same.
 *
 * @param {string} name
 */
export function useZone(name) {
  timeZone = name;
}

/** Formats a time. @param {string} time */
export const formatTime = (time) =>
  new Date(time).toLocaleString(locale, { ...inMonth, hour: '2-digit', minute: '2-digit', timeZone });
/** Formats the day of a time. @param {string} time */
export const formatDayOf = (time) => new Date(time).toLocaleDateString(locale, { dateStyle: 'long', timeZone });

/**
 * The Monday `count` weeks later.
 *
 * @param {string} monday
 * @param {number} count
 */
export function addWeeks(monday, count) {
  const date = new Date(`${monday}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count * 7);
  return date.toISOString().slice(0, 10);
}

/**
 * The Mondays of `count` weeks, oldest first.
 *
 * @param {string} last
 * @param {number} count at least one
 * @returns {[string, ...string[]]}
 */
export const listWeeks = (last, count) => [
  addWeeks(last, 1 - count),
  ...Array.from({ length: count - 1 }, (_, index) => addWeeks(last, index - count + 2)),
];

/**
 * Names a week from the point of view of the current one.
 *
 * @param {string} monday
 * @param {string} current
 */
export function formatWeek(monday, current) {
  if (monday === current) return t.weeks.this;
  return monday === addWeeks(current, -1) ? t.weeks.last : t.weeks.of(formatDay(monday));
}

/**
 * The policy of the document lets this module alone give a text to the parser (Trusted Types); lit-html has one of its own. Older browsers
 * have no such policies.
 *
 * @typedef {{ createHTML(html: string): string }} Policy
 * @typedef {{ createPolicy(name: string, rules: Policy): Policy }} Policies
 */
const { trustedTypes } = /** @type {{ trustedTypes?: Policies }} */ (globalThis);
const policy = trustedTypes?.createPolicy('plain-text', { createHTML: (html) => html });

/** Converts rich text to plain text. The parser runs no script and loads nothing. @param {string} html */
export function toPlainText(html) {
  const lines = html.replace(/<br\s*\/?>|<\/(p|li|h\d|blockquote)>/gi, '\n');
  const parsed = new DOMParser().parseFromString(policy?.createHTML(lines) ?? lines, 'text/html');
  return (parsed.body.textContent ?? '').trim();
}

/** Converts plain text to rich text: a paragraph for each line. @param {string} text */
export function toRichText(text) {
  /** @param {string} line */
  const escape = (line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const lines = text.split('\n').filter((line) => line.trim());
  return lines.map((line) => `<p>${escape(line)}</p>`).join('');
}

/** Converts text for a search that ignores case and accents. @param {string} text */
export const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Formats a number. @param {number} number */
export const formatNumber = (number) => number.toLocaleString(locale);
/** Formats a mean, which has one digit behind the point. @param {number} mean */
export const formatMean = (mean) => mean.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** Formats a share of a hundred. @param {number} percent */
export const formatPercent = (percent) => `${formatNumber(percent)} %`;

/** Lists texts in a sentence. @param {readonly string[]} texts */
export const formatList = (texts) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(texts);

/** The name of a day of the week; 0 is Monday. @param {number} index */
export const nameWeekday = (index) => format(`2026-11-${16 + index}`, { weekday: 'long' });

/** Orders texts as the language of the reader does. @param {string} one @param {string} other */
export const compare = (one, other) => one.localeCompare(other, locale);

/**
 * The name of what the API names by a code such as `weekly_summary.submitted`. A code without a name becomes words: "Weekly summary submitted".
 *
 * @param {Readonly<Record<string, string>>} names
 * @param {string} code
 */
export function nameCode(names, code) {
  const words = code.replace(/[._-]/g, ' ');
  return (Object.hasOwn(names, code) && names[code]) || words.charAt(0).toUpperCase() + words.slice(1);
}

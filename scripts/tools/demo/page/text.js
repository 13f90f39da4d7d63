// Dates, weeks and texts.

const locale = 'en-GB';
const inMonth = { day: 'numeric', month: 'short' };
const format = (date, options) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString(locale, { ...options, timeZone: 'UTC' });

/** Formats a date such as 2026-11-16. */
export const formatDay = (date) => format(date, { dateStyle: 'long' });
/** Formats a date without its year. */
export const formatShortDay = (date) => format(date, inMonth);
/** Formats a month such as 2026-11. */
export const formatMonth = (month) => format(`${month}-01`, { month: 'long', year: 'numeric' });

let timeZone = 'UTC';

/** Times are shown in this zone from now on: that of the company, so that everybody reads the same. */
export function useZone(name) {
  timeZone = name;
}

/** Formats a time. */
export const formatTime = (time) =>
  new Date(time).toLocaleString(locale, { ...inMonth, hour: '2-digit', minute: '2-digit', timeZone });
/** Formats the day of a time. */
export const formatDayOf = (time) => new Date(time).toLocaleDateString(locale, { dateStyle: 'long', timeZone });

/** The Monday `count` weeks later. */
export function addWeeks(monday, count) {
  const date = new Date(`${monday}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count * 7);
  return date.toISOString().slice(0, 10);
}

/** The Mondays of `count` weeks, oldest first. */
export const listWeeks = (last, count) =>
  Array.from({ length: count }, (_, index) => addWeeks(last, index - count + 1));

/** Names a week from the point of view of the current one. */
export function formatWeek(monday, current) {
  if (monday === current) return 'This week';
  return monday === addWeeks(current, -1) ? 'Last week' : `Week of ${formatDay(monday)}`;
}

/** Converts rich text to plain text. The parser runs no script and loads nothing. */
export function toPlainText(html) {
  const lines = html.replace(/<br\s*\/?>|<\/(p|li|h\d|blockquote)>/gi, '\n');
  return (new DOMParser().parseFromString(lines, 'text/html').body.textContent ?? '').trim();
}

/** Converts plain text to rich text: a paragraph for each line. */
export function toRichText(text) {
  const escape = (line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const lines = text.split('\n').filter((line) => line.trim());
  return lines.map((line) => `<p>${escape(line)}</p>`).join('');
}

/** Converts text for a search that ignores case and accents. */
export const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Says a number with its noun. */
export const count = (number, noun, plural = `${noun}s`) => `${number} ${number === 1 ? noun : plural}`;

// Reads an iCalendar file (RFC 5545) into the events that it has: folded lines, components, and the lines of each event that say
// who is away and when. The other lines, such as descriptions, are not kept. It is one pass over the file. No IO.
import { decodeText } from '../../../../platform/lib/text-encoding.ts';
import { pluralize } from '../../../../platform/lib/pluralize.ts';
import type { Fault } from '../read-table.ts';

/** A property as it is written, unfolded: `name` in upper case. `line` counts from 1, as an editor does. */
type ContentLine = { name: string; line: number; text: string };
/** `calendar` is the place of its VCALENDAR in `calendars`; `line` is that of its BEGIN. */
export type RawEvent = { line: number; calendar: number; properties: ContentLine[] };
/** What is said of a calendar as a whole. Each is empty where it is not said. */
export type RawCalendar = { method: string; title: string; timezone: string };

export type CalendarFile = {
  calendars: RawCalendar[];
  events: RawEvent[];
  faults: Fault[];
  /** How often components other than events occur, by name, and properties of events that are not read. */
  otherComponents: ReadonlyMap<string, number>;
  otherProperties: ReadonlySet<string>;
};

/** What a file may have. Each is known before anything is computed from it. */
export const calendarLimits = {
  bytes: 20_000_000,
  events: 100_000,
  depth: 10,
  charactersOfLine: 10_000,
  propertiesOfEvent: 1_000,
};

const readOfEvent = new Set([
  'ATTENDEE',
  'CATEGORIES',
  'DTEND',
  'DTSTAMP',
  'DTSTART',
  'DURATION',
  'EXDATE',
  'LAST-MODIFIED',
  'ORGANIZER',
  'RDATE',
  'RECURRENCE-ID',
  'RRULE',
  'SEQUENCE',
  'STATUS',
  'SUMMARY',
  'UID',
  'X-MICROSOFT-CDO-BUSYSTATUS',
]);
/** Components that belong to events and say nothing of their own. */
const partsOfEvents = new Set(['VTIMEZONE', 'STANDARD', 'DAYLIGHT', 'VALARM']);
const mostNames = 1_000;

/** Whether a file is a calendar, by its beginning. */
export const isCalendar = (file: Buffer): boolean =>
  /^\ufeff?\s*BEGIN:VCALENDAR/i.test(decodeText(file.subarray(0, 1_000)));

/** Reads the events of all calendars of a file. With faults, the events are those up to the first one. */
export function readCalendarFile(file: Buffer): CalendarFile {
  const calendars: RawCalendar[] = [];
  const events: RawEvent[] = [];
  const otherComponents = new Map<string, number>();
  const otherProperties = new Set<string>();
  const result = { calendars, events, otherComponents, otherProperties };
  const fail = (row: number | null, message: string): CalendarFile => ({ ...result, faults: [{ row, message }] });
  if (file.length > calendarLimits.bytes) return fail(null, `the file has more than ${calendarLimits.bytes / 1e6} MB`);
  const open: { name: string; line: number }[] = [];
  let event: RawEvent | null = null;

  for (const { line, text: whole, isCut } of listLines(file)) {
    const text = whole.replace(/^[\w-]{1,50}\.(?=[\w-]+[:;])/, ''); // the group of a property
    const [, name = ''] = /^([\w-]+)[:;]/.exec(text)?.map((part) => part.toUpperCase()) ?? [];
    if (name === '') {
      if (open.length === 0 || event) return fail(line, 'is no line of a calendar: it has no name before a colon');
      continue;
    }
    const value = text.slice(name.length + 1).trim();
    if (name === 'BEGIN') {
      const component = value.toUpperCase();
      const isInCalendar = open.length === 1;
      if (open.length === 0 && component !== 'VCALENDAR') return fail(line, 'is outside of BEGIN:VCALENDAR');
      if (open.length === calendarLimits.depth) return fail(line, `is nested more than ${calendarLimits.depth} times`);
      open.push({ name: component, line });
      if (component === 'VCALENDAR' && !isInCalendar) calendars.push({ method: '', title: '', timezone: '' });
      else if (component === 'VEVENT' && isInCalendar) {
        if (events.length === calendarLimits.events)
          return fail(null, `there are more than ${pluralize(calendarLimits.events, 'event')}`);
        event = { line, calendar: calendars.length - 1, properties: [] };
        events.push(event);
      } else if (!partsOfEvents.has(component) && otherComponents.size < mostNames)
        otherComponents.set(component, (otherComponents.get(component) ?? 0) + 1);
    } else if (name === 'END') {
      const begun = open.pop();
      if (begun?.name !== value.toUpperCase())
        return fail(line, `ends what is not open, after ${begun?.name ?? 'nothing'}`);
      if (open.length === 1) event = null;
    } else if (open.length === 0) return fail(line, 'is outside of BEGIN:VCALENDAR');
    else if (open.length === 1) {
      const calendar = calendars.at(-1) as RawCalendar;
      if (name === 'METHOD') calendar.method = value.toUpperCase();
      if (name === 'X-WR-CALNAME') calendar.title = value;
      if (name === 'X-WR-TIMEZONE') calendar.timezone = value;
      if (name === 'VERSION' && value === '1.0')
        return fail(line, 'is of vCalendar 1.0 (.vcs): export the calendar as iCalendar (.ics)');
    } else if (event && open.length === 2) {
      if (!readOfEvent.has(name)) {
        if (otherProperties.size < mostNames) otherProperties.add(name);
        continue;
      }
      if (isCut) return fail(line, `${name} has more than ${pluralize(calendarLimits.charactersOfLine, 'character')}`);
      if (event.properties.length === calendarLimits.propertiesOfEvent)
        return fail(
          event.line,
          `the event has more than ${pluralize(calendarLimits.propertiesOfEvent, 'line')} that are read`,
        );
      event.properties.push({ name, line, text });
    }
  }
  const [left] = open;
  if (left) return fail(left.line, `${left.name} does not end: the file is not complete`);
  return { ...result, faults: [] };
}

/**
 * The lines of a file, unfolded. Folds may be in the middle of a character of UTF-8, so bytes are joined before they are decoded.
 * A long line is cut.
 */
function* listLines(file: Buffer): Generator<{ line: number; text: string; isCut: boolean }> {
  const isWide = file[0] === 0 || file[1] === 0 || file[0] === 0xff || file[0] === 0xfe;
  const raw = isWide ? decodeText(file) : file.toString('latin1');
  const all = raw.includes('\n') ? raw : raw.replaceAll('\r', '\n');
  const decode = (text: string): string =>
    isWide || /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, 'latin1').toString();
  const most = calendarLimits.charactersOfLine * (isWide ? 1 : 4); // bytes of a character of UTF-8
  let held: { line: number; parts: string[]; length: number } | null = null;
  const finish = ({ line, parts, length }: NonNullable<typeof held>) => {
    const text = decode(parts.join('')).replace(/^\ufeff/, '');
    return { line, text, isCut: length > most || text.length > calendarLimits.charactersOfLine };
  };
  let line = 0;
  for (let at = 0; at < all.length;) {
    line += 1;
    const next = all.indexOf('\n', at);
    const to = next === -1 ? all.length : next;
    const end = all[to - 1] === '\r' && to > at ? to - 1 : to;
    const isFold = held !== null && (all[at] === ' ' || all[at] === '\t');
    const from = isFold ? at + 1 : at;
    at = to + 1;
    if (!isFold) {
      if (held) yield finish(held);
      held = null;
      if (end > from && all.slice(from, Math.min(end, from + 100)).trim() !== '') held = { line, parts: [], length: 0 };
    }
    if (!held) continue;
    const room = most - held.length;
    if (room > 0 && end > from) held.parts.push(all.slice(from, Math.min(end, from + room)));
    held.length += end - from;
  }
  if (held) yield finish(held);
}

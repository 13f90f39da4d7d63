// Reads an event of a calendar: who and what it names, its days, and how it repeats. No IO.
import ICAL from 'ical.js';
import { toLocalDate } from '../../../../platform/time/weeks.ts';
import { isCalendarDate } from '../row-faults.ts';
import { EventFault, readRule, type Rule } from './repeats.ts';
import type { RawEvent } from './read-lines.ts';

/**
 * An event. `day` and `length` are days, counted from 1970; a timed event has `minutes` and covers each day that it touches. `keys` of
 * a repeated event are days as its rule counts them, to which `shift` is added: a rule in UTC may count another day than people see.
 */
export type CalendarEvent = {
  line: number;
  title: string;
  categories: string;
  attendees: string[];
  organizer: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
  busy: string;
  uid: string;
  sequence: number;
  changed: string;
  day: number;
  shift: number;
  length: number;
  minutes: number | null;
  isUtc: boolean;
  rule: Rule | null;
  added: number[];
  left: number[];
  /** Which day of a repeated event with the same `uid` this one replaces. */
  replaces: number | null;
};

const msPerDay = 86_400_000;
const minutesPerDay = 1_440;
export const toDayNumber = (date: string): number => Date.parse(date) / msPerDay;
export const toDate = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 'YYYY-MM-DD'.length);

type Moment = { day: number; minutes: number | null; isUtc: boolean };
/** `parameters` by name in lower case, without those that are lists. */
type Property = { parameters: Record<string, string>; values: string[] };

/**
 * Reads an event.
 *
 * @param timezone where times in UTC are read
 * @throws {EventFault}
 */
export function readEvent({ line, properties }: RawEvent, timezone: string): CalendarEvent {
  const byName = Map.groupBy(properties, ({ name }) => name);
  const all = (name: string): Property[] => (byName.get(name) ?? []).map(({ text }) => parseProperty(name, text));
  const text = (name: string): string => all(name)[0]?.values.join(', ').trim() ?? '';
  const moments = (name: string): Moment[] =>
    all(name).flatMap(({ values }) => values.map((value) => readMoment(name, value)));
  const [start] = moments('DTSTART');
  if (!start) throw new EventFault('has no DTSTART');
  const [end] = moments('DTEND');
  const from = toLocal(start, timezone);
  const to = end ? toLocal(end, timezone) : addDuration(from, text('DURATION'));
  const isTimed = from.minutes !== null;
  if (end && isTimed !== (end.minutes !== null)) throw new EventFault('has a time at one of DTSTART and DTEND alone');
  const minutes = (to.day - from.day) * minutesPerDay + (to.minutes ?? 0) - (from.minutes ?? 0);
  if (minutes < 0) throw new EventFault('ends before it begins');
  const isWhole = !isTimed || (from.minutes === 0 && to.minutes === 0 && minutes > 0);
  // the end is no day of the event, but for one that ends where it begins
  const length = Math.max(1, to.day - from.day + (isTimed && to.minutes !== 0 ? 1 : 0));
  const toKey = (moment: Moment): number => (start.isUtc ? moment.day : toLocal(moment, timezone).day);
  const [replaced] = all('RECURRENCE-ID');
  if (replaced?.parameters['range'] !== undefined)
    throw new EventFault('changes the rest of a series (RANGE=THISANDFUTURE), which is not read');
  const rules = all('RRULE');
  if (rules.length > 1) throw new EventFault('repeats by several rules (RRULE)');
  const status = text('STATUS').toUpperCase();
  return {
    line,
    title: text('SUMMARY'),
    categories: all('CATEGORIES')
      .flatMap(({ values }) => values)
      .join(', '),
    attendees: all('ATTENDEE')
      .filter(mayBeAway)
      .map(readAddress)
      .filter((address) => address !== ''),
    organizer: all('ORGANIZER').map(readAddress)[0] ?? '',
    status:
      status === 'CANCELLED' || status === 'CANCELED'
        ? 'cancelled'
        : status === 'TENTATIVE'
          ? 'tentative'
          : 'confirmed',
    busy: text('X-MICROSOFT-CDO-BUSYSTATUS').toUpperCase(),
    uid: text('UID'),
    sequence: Number(/^\d{1,9}$/.exec(text('SEQUENCE'))?.[0] ?? 0),
    changed: text('LAST-MODIFIED') || text('DTSTAMP'),
    day: from.day,
    shift: from.day - start.day,
    length,
    minutes: isWhole ? null : minutes,
    isUtc: start.isUtc,
    rule:
      rules.map(({ values: [value = ''] }) => readRule(value, (until) => toKey(readMoment('UNTIL', until))))[0] ?? null,
    added: moments('RDATE').map(toKey),
    left: moments('EXDATE').map(toKey),
    replaces: replaced ? toKey(readMoment('RECURRENCE-ID', replaced.values[0] ?? '')) : null,
  };
}

/** Reads a property with the library, which knows parameters, quotation marks, lists and escaped characters. */
function parseProperty(name: string, text: string): Property {
  try {
    const [, parameters, , ...values] = ICAL.parse.property(text) as [
      string,
      Record<string, unknown>,
      string,
      ...unknown[],
    ];
    const texts = Object.entries(parameters).filter((one): one is [string, string] => typeof one[1] === 'string');
    // a rule is kept as it is written; of a period the beginning is read
    const kept =
      name === 'RRULE'
        ? [text.slice(text.indexOf(':') + 1)]
        : values.map((value) => String(Array.isArray(value) ? value[0] : value));
    return { parameters: Object.fromEntries(texts), values: kept };
  } catch {
    throw new EventFault(`has a ${name} that cannot be read`);
  }
}

/** Reads `2026-12-21`, `2026-12-21T09:00:00` and that with a Z; of a period (`…/PT1H`) the beginning. */
function readMoment(name: string, value: string): Moment {
  // the library adds a T to a day that lacks VALUE=DATE
  const plain = (value.split(/[/,]/)[0] ?? '').replaceAll(/[-:]|T:*$/gi, '');
  const [, date = '', hour, minute, , utc] = /^(\d{8})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/i.exec(plain) ?? [];
  const day = date.replace(/^(\d{4})(\d{2})/, '$1-$2-');
  if (!isCalendarDate(day) || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59)
    throw new EventFault(`has a ${name} that is no date such as 20261221, from 1900 to 2199`);
  const minutes = hour === undefined ? null : Number(hour) * 60 + Number(minute);
  return { day: toDayNumber(day), minutes, isUtc: utc !== undefined };
}

/** A time with a zone of its own, or without one, is read as it stands: it is the local one. */
function toLocal({ day, minutes, isUtc }: Moment, timezone: string): Moment {
  if (!isUtc || minutes === null || timezone === 'UTC') return { day, minutes, isUtc };
  const instant = new Date(day * msPerDay + minutes * 60_000).toISOString();
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timezone);
  return { day: toDayNumber(toLocalDate(instant, timezone)), minutes: local.hour * 60 + local.minute, isUtc };
}

/** Without an end, a day is one day and a time is a moment. */
function addDuration(from: Moment, duration: string): Moment {
  if (duration === '') return from.minutes === null ? { ...from, day: from.day + 1 } : from;
  const [, weeks, days, hours, minutes] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:\d{1,5}S)?)?$/i.exec(duration) ?? [];
  if ([weeks, days, hours, minutes].every((part) => part === undefined))
    throw new EventFault('has a DURATION that cannot be read');
  const total = (from.minutes ?? 0) + Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  const day = from.day + 7 * Number(weeks ?? 0) + Number(days ?? 0) + Math.floor(total / minutesPerDay);
  return { day, minutes: from.minutes === null ? null : total % minutesPerDay, isUtc: from.isUtc };
}

/** Rooms, groups and those who have declined are not away. */
const mayBeAway = ({ parameters }: Property): boolean =>
  !/^DECLINED$/i.test(parameters['partstat'] ?? '') && !/^(?:ROOM|RESOURCE|GROUP)$/i.test(parameters['cutype'] ?? '');

function readAddress({ parameters, values: [value = ''] }: Property): string {
  const text = parameters['email'] ?? value;
  const address = text
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase();
  return address.includes('@') ? address : '';
}

// Reads a calendar of absences (.ics), as HR programs and mailboxes export it, into rows as those of a CSV file. No IO.
import { getReach } from '../../../absences/rules.ts';
import { pluralize } from '../../../../platform/lib/pluralize.ts';
import { addDays, addWeeks, parseTimezone, toMonday } from '../../../../platform/time/weeks.ts';
import { notApproved, type AbsenceRow } from '../read-absences.ts';
import type { Fault } from '../read-table.ts';
import { quote } from '../quote.ts';
import { createFinder, type Found, type NamedPerson } from './find-person.ts';
import { readEvent, toDate, toDayNumber, type CalendarEvent } from './read-event.ts';
import type { CalendarFile, RawCalendar } from './read-lines.ts';
import { countDaysLookedAt, EventFault, listDays } from './repeats.ts';
import { createRemarks } from './remarks.ts';
import { saysHalfDay, saysNoAbsence } from './words.ts';

type Reading = { rows: AbsenceRow[]; faults: Fault[]; notes: string[] };
/** An event is read with the calendar that it is in. */
type Read = { event: CalendarEvent; calendar: RawCalendar };

/** How much repeated events may come to. Each is known before the days are listed. */
export const repeatLimits = { daysLookedAt: 10_000_000, rows: 100_000 };
/** A rule without an end is taken so far: a day off in each week is then within the absences that somebody may have. */
const endless = { weeksBack: 13, weeksAhead: 52 };
/** A timed event is taken as an absence if it is half a day of work at least. */
const halfDayMinutes = 180;
const mostFaults = 50;

/**
 * Reads the absences of a calendar. A cancelled event says, as a row of a CSV file that is not approved, that there is none. Titles
 * decide whom an event is about, and are not kept.
 *
 * @param timezone that of the tenant, for times in UTC of a calendar that names none
 * @param now ISO 8601
 */
export function readCalendar(
  file: CalendarFile,
  { people, timezone, now }: { people: readonly NamedPerson[]; timezone: string; now: string },
): Reading {
  const faults = [...file.faults];
  if (faults.length > 0) return { rows: [], faults, notes: [] };
  const remarks = createRemarks();
  const all = readEvents(file, timezone, faults);
  const { latest, older } = takeLatest(all);
  const reach = getReach(now.slice(0, 'YYYY-MM-DD'.length));
  const find = createFinder(
    people,
    latest.map(({ event, calendar }) => ({ event, calendar: calendar.title })),
  );
  const taken: { read: Read; person: NamedPerson; isNone: boolean }[] = [];
  for (const read of latest) {
    const { event, calendar } = read;
    const found = find(event, calendar.title);
    const isNone = isCancelled(read) || found.rest.some((part) => notApproved.test(part));
    const [person, ...others] = found.people;
    if (saysNone(event, found)) remarks.add('noAbsence', event);
    else if (isNone) {
      remarks.add('notApproved', event);
      if (person && others.length === 0) taken.push({ read, person, isNone });
    } else if (event.minutes !== null && event.minutes < halfDayMinutes) remarks.add('short', event);
    else if (!person) remarks.add('nobody', event);
    else if (others.length > 0) faults.push({ row: event.line, message: describeSeveral(event, found.people) });
    else taken.push({ read, person, isNone });
  }
  const rows: AbsenceRow[] = taken.flatMap(({ read, person, isNone }) =>
    isNone ? [{ row: read.event.line, email: person.email, absence: null }] : [],
  );
  const current = taken.filter(({ isNone }) => !isNone);
  const overrides = groupOverrides(latest);
  const spans = current.map(({ read: { event } }) => getSpan(event, reach, now));
  const work = current.reduce((sum, { read: { event } }, at) => sum + countWork(event, spans[at] as Span), 0);
  if (work > repeatLimits.daysLookedAt) {
    const message = `repeated events reach over ${pluralize(work, 'day')} in all, and ${pluralize(repeatLimits.daysLookedAt, 'day')} are the most`;
    return { rows: [], faults: [...faults, { row: null, message }], notes: [] };
  }
  for (const [at, { read, person }] of current.entries()) {
    const { event } = read;
    const days = listOccurrences(event, spans[at] as Span, overrides.get(event.uid));
    const inReach = days.flatMap((day) => clip(day + event.shift, event.length, reach));
    if (inReach.length === 0 && (event.rule === null || days.length === 0))
      remarks.add(event.day > toDayNumber(reach.to) ? 'later' : 'earlier', event);
    if (inReach.length > 0 && event.rule?.count === null && event.rule.until === null) remarks.add('endless', event);
    if (inReach.length > 0 && (event.minutes !== null || saysHalfDay(event.title))) remarks.add('halfDay', event);
    if (inReach.length > 0 && event.isUtc && parseTimezone(read.calendar.timezone) === null) remarks.add('utc', event);
    rows.push(...inReach.map((absence) => ({ row: event.line, email: person.email, absence })));
    if (rows.length > repeatLimits.rows) {
      const message = `the events come to more than ${pluralize(repeatLimits.rows, 'absence')}`;
      return { rows: [], faults: [...faults, { row: null, message }], notes: [] };
    }
  }
  const until = toDate(toDayNumber(addWeeks(toMonday(now.slice(0, 10)), endless.weeksAhead)) + 6);
  return { rows, faults, notes: remarks.describe(file, older, { reach, until, timezone }) };
}

function readEvents(file: CalendarFile, timezone: string, faults: Fault[]): Read[] {
  return file.events.flatMap((raw): Read[] => {
    const calendar = file.calendars[raw.calendar] as RawCalendar;
    if (faults.length >= mostFaults) return [];
    try {
      return [{ event: readEvent(raw, parseTimezone(calendar.timezone) ?? timezone), calendar }];
    } catch (error) {
      if (!(error instanceof EventFault)) throw error;
      faults.push({ row: raw.line, message: `the event ${error.message}` });
      return [];
    }
  });
}

const isCancelled = ({ event, calendar }: Read): boolean =>
  event.status !== 'confirmed' || calendar.method === 'CANCEL';

const saysNone = (event: CalendarEvent, { rest }: Found): boolean =>
  event.busy === 'WORKINGELSEWHERE' || saysNoAbsence(rest.join(' - ')) || saysNoAbsence(event.categories);

function describeSeveral(event: CalendarEvent, people: readonly NamedPerson[]): string {
  const shown = people.slice(0, 5).map(({ name, email }) => `${name} <${email}>`);
  const more = people.length > shown.length ? ` and ${pluralize(people.length - shown.length, 'other')}` : '';
  return `the event ${quote(event.title)} may be about ${shown.join(' or ')}${more}: name one as its only attendee, by the address`;
}

/**
 * The latest version of each event. Versions have the same UID, and the same day of a series. Of those that say the same
 * sequence and time of change, all are kept: some programs give all events one UID.
 */
function takeLatest(all: readonly Read[]): { latest: Read[]; older: number } {
  const versions = Map.groupBy(all, ({ event: { uid, replaces, line } }) =>
    uid === '' ? `line ${line}` : `${replaces ?? 'all'} ${uid}`,
  );
  const latest = [...versions.values()].flatMap((same) => {
    const sequence = Math.max(...same.map(({ event }) => event.sequence));
    const ofSequence = same.filter(({ event }) => event.sequence === sequence);
    const changed = ofSequence
      .map(({ event }) => event.changed)
      .sort()
      .at(-1);
    const last = ofSequence.filter(({ event }) => event.changed === changed);
    return [...new Map(last.map((read) => [describeVersion(read), read])).values()];
  });
  return { latest, older: all.length - latest.length };
}

const describeVersion = ({ event: { day, length, title, status, attendees, organizer } }: Read): string =>
  JSON.stringify([day, length, title, status, attendees, organizer]);

/** The days of series that another event replaces, by the UID of the series. */
function groupOverrides(latest: readonly Read[]): Map<string, Set<number>> {
  const byUid = new Map<string, Set<number>>();
  for (const { event } of latest) {
    if (event.replaces === null || event.uid === '') continue;
    const days = byUid.get(event.uid) ?? new Set();
    byUid.set(event.uid, days.add(event.replaces));
  }
  return byUid;
}

/** The days on which an occurrence may begin, as the rule counts them. */
type Span = { from: number; to: number };

function getSpan({ rule, length, shift }: CalendarEvent, reach: { from: string; to: string }, now: string): Span {
  const monday = toMonday(now.slice(0, 10));
  const isEndless = rule?.count === null && rule.until === null;
  const from = isEndless ? toDayNumber(addWeeks(monday, -endless.weeksBack)) : toDayNumber(reach.from) - length + 1;
  const to = isEndless ? toDayNumber(addDays(addWeeks(monday, endless.weeksAhead), 6)) : toDayNumber(reach.to);
  return { from: from - shift, to: to - shift };
}

const countWork = ({ rule, day, shift }: CalendarEvent, { from, to }: Span): number =>
  rule ? countDaysLookedAt(rule, day - shift, from, to) : 0;

function listOccurrences(
  { rule, day, shift, added, left, replaces }: CalendarEvent,
  { from, to }: Span,
  replaced?: Set<number>,
): number[] {
  const first = day - shift;
  const days = new Set([...(rule ? listDays(rule, first, from, to) : [first]), ...added]);
  for (const one of left) days.delete(one);
  if (replaces === null) for (const one of replaced ?? []) days.delete(one);
  return [...days];
}

function clip(first: number, length: number, reach: { from: string; to: string }): { from: string; to: string }[] {
  const from = Math.max(first, toDayNumber(reach.from));
  const to = Math.min(first + length - 1, toDayNumber(reach.to));
  return from > to ? [] : [{ from: toDate(from), to: toDate(to) }];
}

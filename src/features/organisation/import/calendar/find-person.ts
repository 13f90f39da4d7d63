// Whom an event of a calendar is about: by an address of it, or by the name in its title. Nobody is guessed. No IO.
import { toNameKey } from '../../../../platform/lib/names.ts';
import { areWordsOfAbsence, saysAway, toWords } from './words.ts';
import type { CalendarEvent } from './read-event.ts';

export type NamedPerson = { email: string; name: string };
/** `people`: whom the event may be about, one if it is clear. `rest`: the title without the names that were found in it. */
export type Found = { people: NamedPerson[]; rest: string[] };

/** Between the parts of a title. A hyphen within a name has no blanks around it. */
const between = /\s[-–—|·•/]\s|[()[\]{}|:;–—\n\t]/u;
const picture = /[\p{Extended_Pictographic}\ufe0f\u200d]/gu;
const inverted = /^([^,]+),\s*([^,]+)$/;
const most = { characters: 500, words: 15 };

/**
 * Creates a function that finds whom an event is about.
 *
 * - A person who is invited, and is not the owner of the calendar, is the one, unless the title names somebody else.
 * - Otherwise it is the one whose name is in the title: all of a part of it, or beside words such as "on vacation".
 * - Otherwise, if the title says that somebody is away, it is the organizer, or in a calendar with the title of an address its owner.
 *
 * The owner of a calendar has its address as title, or has organized an event whose title names somebody else.
 *
 * @param events all events of the file, with the title of the calendar of each
 */
export function createFinder(
  people: readonly NamedPerson[],
  events: readonly { event: CalendarEvent; calendar: string }[],
): (event: CalendarEvent, calendar: string) => Found {
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const byName = Map.groupBy(people, ({ name }) => toNameKey(name));
  const read = (title: string): Found => findNames(title, byName);
  const owners = new Set<string>();
  for (const { event } of events) {
    const named = event.organizer === '' ? [] : read(event.title).people;
    if (named.length > 0 && !named.some(({ email }) => email === event.organizer)) owners.add(event.organizer);
  }
  return (event, calendar) => {
    const owner = calendar.trim().toLowerCase();
    const { people: named, rest } = read(event.title);
    const invited = [...new Set(event.attendees)]
      .filter((email) => email !== owner && !owners.has(email))
      .flatMap((email) => byEmail.get(email) ?? []);
    if (invited.length > 0) {
      const both = named.filter((person) => invited.includes(person));
      if (named.length === 0) return { people: invited, rest };
      return { people: both.length === 1 ? both : [...new Set([...invited, ...named])], rest };
    }
    if (named.length > 0) return { people: named, rest };
    const isAway = event.busy === 'OOF' || saysAway(event.title);
    const organizer =
      owners.has(event.organizer) || event.organizer === owner ? undefined : byEmail.get(event.organizer);
    if (organizer) return { people: isAway ? [organizer] : [], rest };
    const own = byEmail.get(owner);
    const isOwn = isAway && (event.busy === 'OOF' || areWordsOfAbsence(toWords(event.title)));
    return { people: own && isOwn ? [own] : [], rest };
  };
}

function findNames(title: string, byName: ReadonlyMap<string, NamedPerson[]>): Found {
  const people = new Set<NamedPerson>();
  const rest: string[] = [];
  const take = (name: string): boolean => {
    const found = byName.get(toNameKey(name)) ?? [];
    for (const person of found) people.add(person);
    return found.length > 0;
  };
  const isName = (text: string): boolean =>
    take(text) || (inverted.test(text) && take(text.replace(inverted, '$2 $1')));
  const clean = title.slice(0, most.characters).replaceAll(picture, ' ').trim();
  if (isName(clean)) return { people: [...people], rest };
  for (const part of clean.split(between).map((one) => one.trim())) {
    if (part === '' || isName(part)) continue;
    for (const piece of part.split(/,\s*/)) {
      if (piece !== '' && !take(piece)) rest.push(takeBeside(piece, take) ?? piece);
    }
  }
  return { people: [...people], rest };
}

/** Finds a name that has words such as "on vacation" before or behind it. Returns these words; null without one. */
function takeBeside(piece: string, take: (name: string) => boolean): string | null {
  const words = piece.split(/\s+/u);
  if (words.length > most.words) return null;
  for (let length = words.length - 1; length > 0; length -= 1) {
    const [before, behind] = [words.slice(0, length), words.slice(length)];
    if (areWordsOfAbsence(behind) && take(before.join(' ').replace(/['’]s$/, ''))) return behind.join(' ');
    const [words1, name] = [words.slice(0, words.length - length), words.slice(words.length - length)];
    if (areWordsOfAbsence(words1) && take(name.join(' '))) return words1.join(' ');
  }
  return null;
}

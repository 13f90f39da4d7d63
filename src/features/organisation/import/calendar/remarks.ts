// What the answer says about events that are not taken as they are: how many, and which.
import { agree, pluralize } from '../../../../platform/lib/pluralize.ts';
import { quote } from '../quote.ts';
import type { CalendarEvent } from './read-event.ts';
import type { CalendarFile } from './read-lines.ts';

type Kind = 'nobody' | 'noAbsence' | 'notApproved' | 'short' | 'earlier' | 'later' | 'endless' | 'halfDay' | 'utc';
/** `until` is the last day of rules without an end. */
type Frame = { reach: { from: string; to: string }; until: string; timezone: string };

/** Of events that are not understood, and of names of properties, so many are named. */
const mostNamed = 10;

/** Collects events by what is remarkable about them. `describe` returns a sentence for each kind. */
export function createRemarks(): {
  add: (kind: Kind, event: CalendarEvent) => void;
  describe: (file: CalendarFile, older: number, frame: Frame) => string[];
} {
  const events = new Map<Kind, { count: number; first: CalendarEvent[] }>();
  const say = (kind: Kind, what: string): string[] => {
    const { count = 0, first: [example] = [] } = events.get(kind) ?? {};
    if (!example) return [];
    return [`${pluralize(count, 'event')} ${what.replace('{}', `${quote(example.title)} in row ${example.line}`)}`];
  };
  return {
    add(kind, event) {
      const { count = 0, first = [] } = events.get(kind) ?? {};
      events.set(kind, { count: count + 1, first: first.length < mostNamed ? [...first, event] : first });
    },
    describe({ otherComponents, otherProperties }, older, { reach, until, timezone }) {
      const { count = 0, first = [] } = events.get('nobody') ?? {};
      const titles = first.map(({ title, line }) => `${quote(title)} in row ${line}`).join(', ');
      const more = count > first.length ? `, and ${pluralize(count - first.length, 'other')}` : '';
      const components = [...otherComponents].slice(0, mostNamed).map(([name, times]) => `${quote(name)} (${times})`);
      const names = [...otherProperties].sort();
      const properties = names
        .slice(0, mostNamed)
        .map((name) => quote(name))
        .join(', ');
      const rest = names.length > mostNamed ? `, and ${pluralize(names.length - mostNamed, 'other')}` : '';
      return [
        ...(names.length > 0
          ? [`${pluralize(names.length, 'property', 'properties')} ignored: ${properties}${rest}`]
          : []),
        ...(components.length > 0 ? [`components ignored: ${components.join(', ')}`] : []),
        ...(older > 0
          ? [
              `${pluralize(older, 'version')} of events ignored, of which there ${agree(older, 'is a later one', 'are later ones')}`,
            ]
          : []),
        ...(count > 0 ? [`${pluralize(count, 'event')} not understood, for want of a person: ${titles}${more}`] : []),
        ...say('noAbsence', 'with words that mean no absence, such as {}: no absence'),
        ...say('notApproved', 'not approved or cancelled, such as {}: no absence'),
        ...say('short', 'shorter than three hours, such as {}: no absence'),
        ...say('halfDay', 'with a half day or times, such as {}: taken as whole days'),
        ...say('utc', `with times in UTC, such as {}: read in ${timezone}`),
        ...say(
          'endless',
          `repeated without an end, such as {}: taken until ${until}; days off in each week belong into workingDays`,
        ),
        ...say('earlier', `before ${reach.from}, such as {}: forgotten`),
        ...say('later', `after ${reach.to}, such as {}: not taken`),
      ];
    },
  };
}

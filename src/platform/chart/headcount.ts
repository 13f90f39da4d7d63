// Counts who was there at two times, and measures the chart of the later one.
import { countReports, noManager } from './chart.ts';
import { measureStructure } from './structure.ts';

const dayMs = 24 * 60 * 60_000;

/** Times are milliseconds since 1970. Lines without `until` are still valid. */
export type Presence = {
  id: string;
  startDate?: string;
  createdAt: number;
  active: boolean;
  changes: [action: string, at: number][];
  lines: [managerId: string, since: number, until?: number | null][];
};

/** A moment in milliseconds since 1970, and its date in the tenant's time zone. */
type Moment = { date: string; at: number };

/** `layers` and the spans are absent where no chart is known. */
type Headcount = { people: number; joiners: number; leavers: number } & Partial<
  Record<'managers' | 'layers' | 'medianSpan' | 'meanSpan', number>
>;

/**
 * Returns a function that counts the people who are there at `end`, the people who came since `before` (joiners), and the people who left
 * since then (leavers). Somebody who did both is counted as both. A person is there from the start date until they are deactivated. Without a
 * start date, a person is there from the day on which they were created. If that was within a day of the first person, they were
 * there always, because they worked in the company before it used this service. The chart contains the people who were stored by then.
 *
 * What depends on no moment is computed once: a year of 100,000 people asks for twelve.
 */
export function createHeadcount(everyone: readonly Presence[]): (before: Moment, end: Moment) => Headcount {
  const founded = everyone.reduce((first, { createdAt }) => Math.min(first, createdAt), Infinity) + dayMs;
  const hasCome = ({ startDate, createdAt }: Presence, { date, at }: Moment): boolean =>
    startDate === undefined ? createdAt <= founded || createdAt <= at : startDate <= date;
  const findPresent = (moment: Moment): boolean[] =>
    everyone.map((person) => hasCome(person, moment) && !hasLeft(person, moment));
  const findManager = createManagerFinder(everyone);

  return (before, end) => {
    const [earlier, present] = [findPresent(before), findPresent(end)];
    const count = { people: 0, joiners: 0, leavers: 0 };
    for (const [index, person] of everyone.entries()) {
      const [wasThere, isThere] = [earlier[index], present[index]];
      const hasPassed =
        !isThere && !hasCome(person, before) && hasCome(person, end) && wasDeactivated(person, before, end);
      if (isThere) count.people += 1;
      if ((isThere && !wasThere) || hasPassed) count.joiners += 1;
      if ((wasThere && !isThere) || hasPassed) count.leavers += 1;
    }
    const isStored = ({ createdAt }: Presence): boolean => createdAt <= end.at;
    const active = everyone.map((person, index) => (present[index] ?? false) && isStored(person));
    const managers = Int32Array.from(everyone, (person, index) =>
      isStored(person) ? findManager(index, end) : noManager,
    );
    const { depth, reports } = countReports({ managers, active });
    const places = active.flatMap((isActive, index) =>
      isActive ? { depth: depth[index] ?? 0, reports: reports[index] ?? 0 } : [],
    );
    const { managers: managing, layers, span } = measureStructure(places);
    return {
      ...count,
      ...(places.length > 0 && { managers: managing, layers }),
      ...(span && { medianSpan: span.median, meanSpan: span.mean }),
    };
  };
}

/** Returns a function that finds the index of somebody's manager at a moment, or `noManager`. */
function createManagerFinder(everyone: readonly Presence[]): (index: number, moment: Moment) => number {
  const indexById = new Map(everyone.map(({ id }, index) => [id, index]));
  const known = everyone.map(({ lines }) =>
    lines.map(([managerId, since, until]) => ({
      manager: indexById.get(managerId) ?? noManager,
      since,
      until: until ?? Infinity,
    })),
  );
  return (index, { at }) => known[index]?.find(({ since, until }) => since <= at && at < until)?.manager ?? noManager;
}

/** A person who has left, and of whom no change was recorded, was never there: nobody knows until when they were. */
function hasLeft({ active, changes }: Presence, { at }: Moment): boolean {
  if (changes.length === 0) return !active;
  const [last] = changes.findLast(([, time]) => time <= at) ?? [];
  return last === 'person.deactivate';
}

const wasDeactivated = ({ changes }: Presence, before: Moment, end: Moment): boolean =>
  changes.some(([action, at]) => action === 'person.deactivate' && before.at < at && at <= end.at);

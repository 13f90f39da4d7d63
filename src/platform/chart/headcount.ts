// Counts who was there at two times, and measures the chart of the later one.
import type { ChartLine } from './chart.ts';
import { createOrgChart } from './org-chart.ts';
import { measureStructure } from './structure.ts';

const dayMs = 24 * 60 * 60_000;

/** Times are ISO 8601 in UTC with milliseconds. Lines without `until` are still valid. */
export type Presence = {
  id: string;
  startDate?: string;
  createdAt: string;
  active: boolean;
  changes: [action: string, at: string][];
  lines: [managerId: string, since: string, until?: string | null][];
};

/** A moment, and its date in the tenant's time zone. */
type Moment = { date: string; at: string };

/** `layers` and the spans are absent where no chart is known. */
type Headcount = { people: number; joiners: number; leavers: number } & Partial<
  Record<'managers' | 'layers' | 'medianSpan' | 'meanSpan', number>
>;

/**
 * Counts the people who are there at `end`, the people who came since `before` (joiners), and the people who left since then
 * (leavers). Somebody who did both is counted as both. A person is there from the start date until they are deactivated. Without a
 * start date, a person is there from the day on which they were created. If that was within a day of the first person, they were
 * there always, because they worked in the company before it used this service. The chart contains the people who were stored by then.
 */
export function measureHeadcount(everyone: readonly Presence[], before: Moment, end: Moment): Headcount {
  const firstAt = everyone.reduce((first, { createdAt }) => (createdAt < first ? createdAt : first), '9999');
  const foundedUntil = everyone.length > 0 ? new Date(Date.parse(firstAt) + dayMs).toISOString() : '';
  const hasCome = ({ startDate, createdAt }: Presence, { date, at }: Moment): boolean =>
    startDate === undefined ? createdAt <= foundedUntil || createdAt <= at : startDate <= date;
  const isThere = (person: Presence, moment: Moment): boolean => hasCome(person, moment) && !hasLeft(person, moment);
  const [earlier, present] = [before, end].map((moment) => everyone.filter((person) => isThere(person, moment)));
  const wasThere = new Set(earlier);
  const isStillThere = new Set(present);
  const passing = everyone.filter(
    (person) =>
      !hasCome(person, before) &&
      hasCome(person, end) &&
      !isStillThere.has(person) &&
      wasDeactivated(person, before, end),
  ).length;
  const lines = everyone.flatMap((person) =>
    person.createdAt <= end.at ? [toLine(person, end, isStillThere.has(person))] : [],
  );
  const findPlace = createOrgChart(lines);
  const places = lines.flatMap(({ id }) => findPlace(id) ?? []);
  const { managers, layers, span } = measureStructure(places);
  return {
    people: isStillThere.size,
    joiners: [...isStillThere].filter((person) => !wasThere.has(person)).length + passing,
    leavers: [...wasThere].filter((person) => !isStillThere.has(person)).length + passing,
    ...(places.length > 0 && { managers, layers }),
    ...(span && { medianSpan: span.median, meanSpan: span.mean }),
  };
}

/** A person who has left, and of whom no change was recorded, was never there: nobody knows until when they were. */
function hasLeft({ active, changes }: Presence, { at }: Moment): boolean {
  if (changes.length === 0) return !active;
  const [last] = changes.findLast(([, time]) => time <= at) ?? [];
  return last === 'person.deactivate';
}

const wasDeactivated = ({ changes }: Presence, before: Moment, end: Moment): boolean =>
  changes.some(([action, at]) => action === 'person.deactivate' && before.at < at && at <= end.at);

function toLine({ id, lines }: Presence, { at }: Moment, isActive: boolean): ChartLine {
  const [managerId = null] = lines.find(([, since, until]) => since <= at && (!until || at < until)) ?? [];
  return { id, managerId, active: isActive };
}

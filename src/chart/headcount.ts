// Counts who was there at two times, and measures the chart of the later one.
import type { ChartLine } from './chart.ts';
import { createOrgChart } from './org-chart.ts';
import { measureStructure } from './structure.ts';

/** Times are ISO 8601 in UTC with milliseconds. Lines without `until` still hold. */
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
 * Counts the people there at `end`, who were not there at `before` (joiners), and who only was (leavers). A person is there
 * from the start date, without one always, until deactivated. In the chart are those who were stored by then.
 */
export function* measureHeadcount(
  everyone: readonly Presence[],
  before: Moment,
  end: Moment,
): Generator<void, Headcount> {
  const [earlier, present] = [before, end].map((moment) => everyone.filter((person) => isThere(person, moment)));
  const [wasThere, isStillThere] = [new Set(earlier), new Set(present)];
  const lines = everyone.flatMap((person) =>
    person.createdAt <= end.at ? [toLine(person, end, isStillThere.has(person))] : [],
  );
  yield;
  const findPlace = yield* createOrgChart(lines);
  const places = lines.flatMap(([id]) => findPlace(id) ?? []);
  const { managers, layers, span } = measureStructure(places);
  return {
    people: isStillThere.size,
    joiners: [...isStillThere].filter((person) => !wasThere.has(person)).length,
    leavers: [...wasThere].filter((person) => !isStillThere.has(person)).length,
    ...(places.length > 0 && { managers, layers }),
    ...(span && { medianSpan: span.median, meanSpan: span.mean }),
  };
}

/** Who has left without a record of it was never there: nobody knows until when. */
function isThere({ startDate, active, changes }: Presence, { date, at }: Moment): boolean {
  if (startDate !== undefined && startDate > date) return false;
  if (changes.length === 0) return active;
  const [last] = changes.findLast(([, time]) => time <= at) ?? [];
  return last !== 'person.deactivate';
}

function toLine({ id, lines }: Presence, { at }: Moment, isActive: boolean): ChartLine {
  const [managerId = null] = lines.find(([, since, until]) => since <= at && (!until || at < until)) ?? [];
  return [id, managerId, isActive];
}

// Two calendars: the process computes with the time-zone rules of Node, queries with those of Neo4j's Java. Where they differ, the two mean
// different weeks for some hours.
import type { GraphClient } from '../../../platform/graph/client.ts';

/** Rules change a few months ahead; two years show every change that either side knows. */
const days = 2 * 366;

/** A time zone, and the first day on which its two offsets differ; both in seconds. */
export type ZoneDifference = { zone: string; from: string; node: number; database: number };

/** The offsets of a zone in Node, as `organisation/check/zone_offsets` returns those of the database. */
function listOffsets(zone: string, now: string): number[] {
  const start = Temporal.Instant.from(now);
  return Array.from({ length: days }, (_, day) => {
    const at = start.add({ hours: 24 * day });
    return at.toZonedDateTimeISO(zone).offsetNanoseconds / 1e9;
  });
}

/** Finds where two lists of offsets of a zone begin to differ, a day each from `now` on; null if they do not. */
export function compareOffsets(
  zone: string,
  now: string,
  node: readonly number[],
  database: readonly number[],
): ZoneDifference | null {
  const at = node.findIndex((offset, day) => offset !== database[day]);
  if (at < 0) return null;
  const from = Temporal.Instant.from(now)
    .add({ hours: 24 * at })
    .toString()
    .slice(0, 'YYYY-MM-DD'.length);
  return { zone, from, node: node[at] as number, database: database[at] as number };
}

/**
 * Finds the time zones in use about which Node and the database disagree in the next two years.
 *
 * @param onlyTenantId null for all tenants
 */
export async function findZoneDifferences(
  graph: GraphClient,
  onlyTenantId: string | null,
  now: string,
): Promise<ZoneDifference[]> {
  const rows = await graph.transaction({}, (tx) =>
    tx.rows<{ zone: string; offsets: number[] }>('organisation/check/zone_offsets', { onlyTenantId, days, now }),
  );
  return rows.flatMap(({ zone, offsets }) => compareOffsets(zone, now, listOffsets(zone, now), offsets) ?? []);
}

/** What they are, and what an operator does about it. */
export function describeZoneDifferences(differences: readonly ZoneDifference[]): string {
  const zones = differences.map(({ zone, from, node, database }) => {
    return `${zone} from ${from} (${formatOffset(node)} in Node, ${formatOffset(database)} in Neo4j)`;
  });
  return `Node and Neo4j's Java have different rules for ${zones.join(', ')}: update the older of the two`;
}

function formatOffset(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${seconds < 0 ? '−' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

// Tenants as the command line makes and finds them.
import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { GraphDoor } from '../../src/graph.ts';

/** A tenant; `nominationDays` are the days of the month on which its nomination window is open, `A-B`. */
export type Tenant = {
  id: string;
  slug: string;
  name: string;
  timezone: string;
  nominationDays: string;
  createdAt: string;
};
export type NewTenant = { slug: string; name: string; timezone: string; nominationDays: string; now: Date };

/**
 * Creates a tenant.
 *
 * @throws {Error} when the slug, the time zone or the days are not valid, or the slug is taken
 */
export async function createTenant(
  graph: GraphDoor,
  { now, ...tenant }: NewTenant,
): Promise<{ id: string; slug: string }> {
  const fault = faultOfTenant(tenant);
  if (fault) throw new Error(fault);
  const id = randomUUID();
  const made = await graph.bind({}).write<{ id: string }>('tenants/create', { ...tenant, id, now: now.toISOString() });
  if (made?.id !== id) throw new Error(`There is a tenant ${tenant.slug} already; choose another slug.`);
  return { id, slug: tenant.slug };
}

/**
 * The tenant of a slug.
 *
 * @throws {Error} when there is none
 */
export async function findTenant(graph: GraphDoor, slug: string): Promise<Tenant> {
  const tenant = await graph.bind({}).maybe<Tenant>('tenants/find', { slug });
  if (!tenant) throw new Error(`There is no tenant ${JSON.stringify(slug)}; "checkin tenant create" makes one.`);
  return tenant;
}

/** What is wrong with a tenant's slug, name, time zone or days; null when nothing is. */
export function faultOfTenant({ slug, name, timezone, nominationDays }: Omit<NewTenant, 'now'>): string | null {
  if (!/^[a-z][a-z0-9-]{1,40}$/.test(slug)) {
    return 'A slug has 2 to 41 characters: small letters, digits and hyphens, a letter first.';
  }
  if (name.trim() === '' || name.length > 200) return 'A name has 1 to 200 characters.';
  if (!isTimezone(timezone)) return 'A time zone is a name like Europe/Berlin or UTC.';
  const [, from, to] = /^([1-9]\d?)-([1-9]\d?)$/.exec(nominationDays) ?? [];
  if (!from || !to || Number(from) > Number(to) || Number(to) > 31) {
    return 'The nomination days are two days of the month such as 1-31 or 20-25, the earlier one first.';
  }
  return null;
}

function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

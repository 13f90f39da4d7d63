// Tenants as the command line makes, finds and changes them.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../graph/client.ts';
import { parseSettings, resolveSettings, type SettingName, type Settings } from '../rules/settings.ts';
import { tenantNotFound } from './find-tenant.ts';

/** A tenant with all its settings, defaults included. */
export type Tenant = { id: string; slug: string; createdAt: string } & Settings;
/** A tenant to be; every other setting starts at its default. */
export type NewTenant = { slug: string; now: Date } & Pick<Settings, 'name' | 'timezone' | 'nominationDays'>;
export type SettingChange = { name: SettingName; from: Settings[SettingName]; to: Settings[SettingName] };

/**
 * Creates a tenant.
 *
 * @throws {Error} when the slug or a setting is not valid, or the slug is taken
 */
export async function createTenant(
  graph: GraphClient,
  { slug, now, ...settingTexts }: NewTenant,
): Promise<{ id: string; slug: string }> {
  const { values, faults } = parseSettings(settingTexts);
  const [fault] = [validateSlug(slug) ?? [], faults].flat();
  if (fault) throw new Error(fault);
  const id = randomUUID();
  const params = { slug, id, settings: values, now: now.toISOString() };
  const [created] = await graph.transaction({}, (tx) => tx.run<{ id: string }>('tenants/create', params));
  if (created?.id !== id) throw new Error(`There is a tenant ${slug} already; choose another slug.`);
  return { id, slug };
}

/**
 * The tenant of a slug.
 *
 * @throws {Error} when there is none
 */
export async function findTenant(graph: GraphClient, slug: string): Promise<Tenant> {
  const record = await graph.bind({}).maybe<TenantRecord>('tenants/find_by_slug', { slug });
  if (!record) throw tenantNotFound(slug);
  return { id: record.id, slug, ...resolveSettings(record.settings), createdAt: record.createdAt };
}
type TenantRecord = { id: string; createdAt: string; settings: Partial<Settings> };

/** Every tenant, by slug. */
export async function listTenants(graph: GraphClient): Promise<TenantRow[]> {
  return graph.transaction({}, (tx) => tx.run<TenantRow>('tenants/list'));
}
/** A tenant as a list shows it. */
export type TenantRow = Pick<Tenant, 'id' | 'slug' | 'name' | 'timezone' | 'createdAt'>;

/**
 * Changes settings of a tenant, all of them or none. They act with the next request.
 *
 * @param change as `parseSettings` gives them
 * @returns for each of them what it was and what it is
 * @throws {ApiError} DATABASE_UNAVAILABLE when somebody else holds the tenant for long
 */
export async function changeTenant(
  graph: GraphClient,
  tenantId: string,
  change: Partial<Settings>,
  now: Date,
): Promise<SettingChange[]> {
  const params = { settings: change, now: now.toISOString() };
  const [row] = await graph.transaction({ tenantId }, (tx) =>
    tx.run<{ before: Partial<Settings> }>('tenants/update_settings', params),
  );
  if (!row) throw new Error('The tenant is gone.');
  const before = resolveSettings(row.before);
  const after = resolveSettings({ ...row.before, ...change });
  return (Object.keys(change) as SettingName[]).map((name) => ({ name, from: before[name], to: after[name] }));
}

/** What is wrong with a tenant's slug; null when nothing is. */
export function validateSlug(slug: string): string | null {
  if (/^[a-z][a-z0-9-]{1,40}$/.test(slug)) return null;
  return 'A slug has 2 to 41 characters: small letters, digits and hyphens, a letter first.';
}

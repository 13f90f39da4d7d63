// Creates, finds and lists tenants.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../../../platform/graph/client.ts';
import {
  parseSettings,
  resolveSettings,
  type Settings,
  type TenantSettings,
} from '../../../platform/settings/settings.ts';
import { tenantNotFound } from './find-tenant.ts';

/** Settings include defaults. */
export type Tenant = { id: string; slug: string; createdAt: string } & Settings;
type NewTenant = { slug: string; now: Date } & Pick<Settings, 'name' | 'timezone' | 'nominationDays'>;

/**
 * @throws {Error} if the slug or a setting is invalid, or the slug is taken
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
  const entry = { id: randomUUID(), action: 'tenant.create', facts: {} };
  const created = await graph.transaction({ tenantId: id, userId: 'operator' }, async (tx) => {
    const [row] = await tx.rows<{ id: string }>('tenants/create', params);
    if (row?.id === id) await tx.rows('audit/record', { entries: [entry], now: params.now });
    return row;
  });
  if (created?.id !== id) throw new Error(`The tenant ${slug} already exists; choose another slug.`);
  return { id, slug };
}

/** @throws {Error} if no tenant has the slug */
export async function findTenant(graph: GraphClient, slug: string): Promise<Tenant> {
  const record = await graph.bind({}).maybe<TenantRecord>('tenants/find_by_slug', { slug });
  if (!record) throw tenantNotFound(slug);
  return { id: record.id, slug, ...resolveSettings(record.settings), createdAt: record.createdAt };
}
type TenantRecord = { id: string; createdAt: string; settings: TenantSettings };

/** Lists all tenants, sorted by slug. */
export async function listTenants(graph: GraphClient): Promise<TenantRow[]> {
  return graph.transaction({}, (tx) => tx.rows<TenantRow>('tenants/list'));
}
type TenantRow = Pick<Tenant, 'id' | 'slug' | 'name' | 'timezone' | 'createdAt'>;

/** Returns an error message; null if the slug is valid. */
export function validateSlug(slug: string): string | null {
  if (/^[a-z][a-z0-9-]{1,40}$/.test(slug)) return null;
  return 'A slug has 2 to 41 characters: lower-case letters, digits and hyphens, starting with a letter.';
}

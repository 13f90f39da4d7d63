// What the endpoints about the whole organisation begin with.
import { Type } from '@sinclair/typebox';
import { permit, type Standing } from '../../platform/access/permissions.ts';
import type { Graph } from '../../platform/graph/client.ts';
import { strictObject, optionalField } from '../../platform/schema/values.ts';
import { resolveSettings, type Settings, type TenantSettings } from '../../platform/settings/settings.ts';

export const dryRunQuery = Type.Object(
  { dryRun: optionalField(Type.Boolean(), 'Says what would change, and changes nothing', true) },
  strictObject,
);

type Access = { standing: Standing; tenant: TenantSettings };

/** @throws {ApiError} FORBIDDEN */
export async function readTenant(graph: Pick<Graph, 'one'>): Promise<Settings> {
  const { standing, tenant } = await graph.one<Access>('organisation/settings');
  permit(standing, 'organisation:manage');
  return resolveSettings(tenant);
}

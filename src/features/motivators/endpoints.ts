// Motivators of a user. The text about them is for the user and for callers with `ai-insights:read`.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permitPart, type Standing } from '../../platform/access/permissions.ts';
import { permitRead } from '../../platform/audit/record-read.ts';
import { Motivators } from './schema.ts';
import type { CachedMotivators } from './cached-motivators.ts';
import { resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { defineEndpointWith } from '../../platform/http/declaration/define-endpoint.ts';
import type { MotivatorsContext } from './cached-motivators.ts';

const defineEndpoint = defineEndpointWith<MotivatorsContext>();

const readMotivators = defineEndpoint({
  method: 'GET',
  path: '/users/{userId}/motivators',
  operationId: 'getMotivators',
  summary: 'Get the motivators of a user.',
  audit: 'motivators.read',
  description: 'They are fetched from their provider once a day. aiInsights is sent to those with `ai-insights:read`.',
  permission: 'profile:read',
  alsoDecides: ['ai-insights:read'],
  response: Motivators,
  errors: ['USER_NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
  async handler({ params: { userId }, graph, recordRead, motivators, now }) {
    const access = await graph.one<MotivatorsAccess>('motivators/read', { userId, now });
    if (!access.userFound) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    const standing = { ...access.standing, elevatedRoles: resolveSettings(access.tenant).elevatedRoles };
    await permitRead(recordRead, standing, 'profile:read', { userId });
    const current = await motivators.current(userId, access.cached);
    return {
      motivators: JSON.parse(current.scores) as Motivators['motivators'],
      lastSyncedAt: current.lastSyncedAt,
      ...(permitPart(standing, 'ai-insights:read') && { aiInsights: await motivators.insight(userId, current) }),
    };
  },
});
type MotivatorsAccess = {
  standing: Standing;
  tenant: TenantSettings;
  userFound: boolean;
  cached: CachedMotivators | null;
};

export const motivators = [readMotivators];

// Motivators of a person; what is written about them is for the person and the few with elevated permission.
import { Type } from '@sinclair/typebox';
import { may, missing, permit, type Standing } from '../access.ts';
import { endpoint } from '../http/endpoint.ts';
import { Motivators, Uuid } from '../model/index.ts';
import type { Kept } from '../motivators/cached-motivators.ts';
import { settingsOf, type Settings } from '../rules/settings.ts';

const readMotivators = endpoint({
  method: 'GET',
  path: '/users/{userId}/motivators',
  summary: 'The motivators of a user, pulled from their provider once a day; with words about them for those who may.',
  params: Type.Object({ userId: Uuid }),
  success: 200,
  response: Motivators,
  errors: ['USER_NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
  async handler({ params: { userId }, graph, motivators }) {
    const found = await graph.one<Found>('profiles/motivators', { userId });
    if (!found.userFound) return missing(graph, 'USER_NOT_FOUND', userId);
    const standing = { ...found.standing, elevatedRoles: settingsOf(found.tenant).elevatedRoles };
    permit(standing, 'profile:read');
    const current = await motivators.current(userId, found.kept);
    return {
      motivators: JSON.parse(current.scores) as Motivators['motivators'],
      lastSyncedAt: current.lastSyncedAt,
      ...(may(standing, 'ai-insights:read') && { aiInsights: await motivators.insight(userId, current) }),
    };
  },
});
type Found = { standing: Standing; tenant: Partial<Settings>; userFound: boolean; kept: Kept | null };

export const motivators = [readMotivators];

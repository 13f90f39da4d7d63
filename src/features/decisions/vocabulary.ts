// The words of access decisions: which actions a type of resource has, and the permission that each stands for.
import type { Permission } from '../../platform/access/permissions.ts';

/** What is decided: the permission towards the user, or towards the owner of the resource. */
const actions = {
  user: {
    'chain:read': 'chain:read',
    'board:read': 'board:read',
    'profile:read': 'profile:read',
    'ai-insights:read': 'ai-insights:read',
    'manager:set': 'manager:set',
    'profile:import': 'profile:import',
    'summaries:read': 'summary:read',
  },
  summary: { 'summary:read': 'summary:read', 'summary:edit': 'summary:edit', 'summary:respond': 'summary:respond' },
  goal: { 'goal:edit': 'goal:edit' },
  notification: { 'notification:read': 'notification:read' },
} as const satisfies Record<string, Record<string, Permission>>;

export type ResourceType = keyof typeof actions;

export const resourceTypes = Object.keys(actions) as ResourceType[];

export function isResourceType(type: string): type is ResourceType {
  return Object.hasOwn(actions, type);
}

/** The actions of a type with their permissions, in a fixed order; none of a type that does not exist. */
export function listActions(type: string): [action: string, permission: Permission][] {
  return isResourceType(type) ? Object.entries(actions[type]) : [];
}

/** Returns null unless the type exists and has the action. */
export function findPermission(type: string, action: string): Permission | null {
  return listActions(type).find(([name]) => name === action)?.[1] ?? null;
}

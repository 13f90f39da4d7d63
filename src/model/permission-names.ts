// The names of the permissions: a resource and a verb. access/permissions.ts has the rules.

/** Those that are decided towards the owner of a resource, or by role. */
export const permissionNames = [
  'chain:read',
  'summary:read',
  'summary:edit',
  'summary:respond',
  'absence:read',
  'absence:edit',
  'board:read',
  'goal:edit',
  'profile:read',
  'ai-insights:read',
  'notification:read',
  'manager:set',
  'profile:import',
  'plan:manage',
  'user:manage',
  'organisation:manage',
  'nominations:read',
  'headcount:read',
  'audit:read',
  'webhook:manage',
  'identity:manage',
  'changes:read',
  'access:evaluate',
  'deputy:manage',
] as const;
/** Those of reports over the people in sight. */
export const reportPermissionNames = [
  'digest:read',
  'trends:read',
  'non-setters:read',
  'check-ins:read',
  'response-times:read',
  'org:read',
] as const;
export type Permission = (typeof permissionNames)[number];
export type ReportPermission = (typeof reportPermissionNames)[number];

// The names of the permissions, a resource and a verb, and who holds each. access/permissions.ts has the rules.

const leaders = 'senior leadership and the People Team';
const leadersAndAdmins = 'senior leadership, the People Team and admins';
const line = 'the direct manager, a senior manager above, their deputies for reading';

/** Those that are decided towards the owner of a resource, or by role. */
const holders = {
  'chain:read': `The user, anyone above, the deputies for reading of these, ${leadersAndAdmins}.`,
  'summary:read': `The author, anyone above, their deputies, ${leaders}.`,
  'summary:edit': 'The author.',
  'summary:respond': 'Anyone above the author, and their deputies for answering.',
  'absence:read': 'The user, anyone above, the People Team and admins.',
  'absence:edit': 'The user, anyone above and admins.',
  'board:read': `The owner, ${line}, ${leadersAndAdmins}.`,
  'goal:edit': 'The owner.',
  'profile:read': `The user, ${line}, ${leadersAndAdmins}.`,
  'ai-insights:read': 'The user and, of those who may read the profile, the elevated roles of the tenant.',
  'notification:read': 'The recipient.',
  'manager:set': 'Admins.',
  'profile:import': 'Admins.',
  'plan:manage': 'Admins.',
  'user:manage': 'Admins.',
  'organisation:manage': 'Admins.',
  'nominations:read': 'Senior leadership and the People Team.',
  'headcount:read': 'Senior leadership, the People Team and admins.',
  'audit:read': 'Admins.',
  'webhook:manage': 'Admins.',
  'identity:manage': 'Admins.',
  'changes:read': 'Admins.',
  'access:evaluate': 'Admins, and users about themselves.',
  'deputy:manage': 'The manager, and admins.',
};
export type Permission = keyof typeof holders;

const inSight = (roles: string): string =>
  `Managers for direct reports, senior managers for everyone below them, their deputies for reading, ${roles} for the tenant.`;
/** Those of reports over the people in sight. */
const reportHolders = {
  'digest:read': inSight(leaders),
  'trends:read': inSight(leaders),
  'non-setters:read': inSight(leadersAndAdmins),
  'check-ins:read': inSight(leaders),
  'response-times:read': inSight(leaders),
  'org:read': inSight(leadersAndAdmins),
};
export type ReportPermission = keyof typeof reportHolders;
export type AnyPermission = Permission | ReportPermission;

/** Who holds a permission, in a sentence for the OpenAPI document. */
export const permissionHolders: Record<AnyPermission, string> = { ...holders, ...reportHolders };

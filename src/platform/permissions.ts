// The permissions: one table says for each who holds it, in a sentence and as a rule over the facts that the graph knows
// about a caller. The model's names, the OpenAPI document, the roles that queries check and the page of permissions follow.
// Without imports: short commands load it.

/** The roles that are stored on a user. "Manager" is none: managers are users with direct reports. */
export const roles = ['senior_manager', 'senior_leadership', 'people_team', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What a manager may leave to a deputy. */
export const deputyRights = ['read', 'answer'] as const;
export type DeputyRight = (typeof deputyRights)[number];

/**
 * The facts about a caller, relative to the owner of a resource.
 * - `levelsAbove`: 0 is the owner, 1 the direct manager, n the manager n levels up, deactivated ones included; absent if the
 *   caller is not above.
 * - `isManager`: has an active direct report, or with the role senior_manager anyone active below. Only reports load it.
 * - `elevatedRoles`: the tenant's setting. Only permissions that depend on it load it.
 * - `isLineNew`: a step of the line between them is younger than a day. Reads then leave an audit entry.
 * - `managersAsk`: the tenant's setting. Only questions and lists of permissions load it.
 * - `isDeputy`: is the deputy of somebody, for reading. Only lists load it.
 * - `isPartner`: is the partner of a part of the company. Only lists load it.
 * - `places`: the places from which the caller reads about the owner that are not their own.
 */
export type Standing = {
  roles: Role[];
  isManager?: boolean;
  elevatedRoles?: readonly Role[];
  managersAsk?: boolean;
  levelsAbove?: number;
  isLineNew?: boolean;
  isDeputy?: boolean;
  isPartner?: boolean;
  places?: readonly Place[];
};
/** The place of somebody else from which a caller reads: that of a manager whose deputy they are, or that of a partner. */
export type Place = DeputyPlace | PartnerPlace;
/**
 * The place of a manager, nearest first: above the owner, or the owner's own (`levelsAbove` 0). `roles`: the roles of the
 * manager that extend what a place in the line permits. A deputy never gets what a role alone permits.
 */
type DeputyPlace = {
  reason: 'deputy';
  managerId: string;
  levelsAbove: number;
  roles: Role[];
  rights: readonly DeputyRight[];
};
/** The owner is in a part of the company. Its partner may do about them what the role people_team permits. */
type PartnerPlace = { reason: 'partner'; partId: string };

type Rule = (standing: Standing) => boolean;

const anyOf =
  (...rules: Rule[]): Rule =>
  (standing) =>
    rules.some((rule) => rule(standing));
const allOf =
  (...rules: Rule[]): Rule =>
  (standing) =>
    rules.every((rule) => rule(standing));
const hasRole =
  (...names: Role[]): Rule =>
  (standing) =>
    names.some((name) => standing.roles.includes(name));

const isSelf: Rule = ({ levelsAbove }) => levelsAbove === 0;
const isDirectManager: Rule = ({ levelsAbove }) => levelsAbove === 1;
const isAbove: Rule = ({ levelsAbove }) => levelsAbove !== undefined && levelsAbove > 0;
const mayManagersAsk: Rule = ({ managersAsk = false }) => managersAsk;
const managesAnyone: Rule = ({ isManager = false }) => isManager;
const hasElevatedRole: Rule = ({ roles: held, elevatedRoles = [] }) =>
  held.some((role) => elevatedRoles.includes(role));
const isSeniorManagerAbove = allOf(isAbove, hasRole('senior_manager'));
/** What a place gives: to who stands in it, and to their deputy for one of these rights. */
const fromPlace =
  (rule: Rule, ...rights: DeputyRight[]): Rule =>
  (standing) =>
    rule(standing) ||
    (standing.places ?? []).some(
      (place) => place.reason === 'deputy' && rights.some((right) => place.rights.includes(right)) && rule(place),
    );

const roleNames: Record<Role, string> = {
  senior_manager: 'senior managers',
  senior_leadership: 'senior leadership',
  people_team: 'the People Team',
  admin: 'admins',
};
const nameRoles = (names: readonly Role[]): string =>
  new Intl.ListFormat('en-GB').format(names.map((name) => roleNames[name]));
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * `isReport`: it is about the people in sight of the caller, not about an owner. `isOfTenant`: it is about nobody, but about the tenant
 * as a whole, so that partners never hold it.
 */
type Entry = { holders: string; rule: Rule; isReport?: true; isOfTenant?: true };

/** What is held by role alone, whoever it is about. */
const byRole = (...names: Role[]) =>
  ({ holders: `${capitalize(nameRoles(names))}.`, rule: hasRole(...names) }) satisfies Entry;

/** A report over the people in sight: cypher/includes/people_in_sight.cypher. These roles see the whole tenant. */
const overPeopleInSight = (...names: Role[]) =>
  ({
    holders:
      'Managers for direct reports, senior managers for everyone below them, their deputies for reading, ' +
      `${nameRoles(names)} for the tenant.`,
    rule: anyOf(managesAnyone, hasRole(...names)),
    isReport: true,
  }) as const satisfies Entry;

const leaders = ['senior_leadership', 'people_team'] as const;
const leadersAndAdmins = [...leaders, 'admin'] as const;

const near = 'the direct manager, a senior manager above, their deputies for reading';
const readsBoardAndProfile = anyOf(
  isSelf,
  fromPlace(anyOf(isDirectManager, isSeniorManagerAbove), 'read'),
  hasRole(...leadersAndAdmins),
);

/** Towards the head of an audience it is who may ask; towards a manager who asked, who may change what they asked. */
const asksOrIsAbove = anyOf(hasRole('people_team', 'admin'), allOf(mayManagersAsk, anyOf(isSelf, isAbove)));

/** The table. A name is a resource and a verb; `holders` is the sentence for people, and `rule` decides. */
export const permissions = {
  'chain:read': {
    holders: `The user, anyone above, the deputies for reading of these, ${nameRoles(leadersAndAdmins)}.`,
    rule: anyOf(fromPlace(anyOf(isSelf, isAbove), 'read'), hasRole(...leadersAndAdmins)),
  },
  'summary:read': {
    holders: `The author, anyone above, their deputies, ${nameRoles(leaders)}.`,
    rule: anyOf(isSelf, fromPlace(isAbove, 'read', 'answer'), hasRole(...leaders)),
  },
  'summary:edit': { holders: 'The author.', rule: isSelf },
  'summary:respond': {
    holders: 'Anyone above the author, and their deputies for answering.',
    rule: fromPlace(isAbove, 'answer'),
  },
  'question:manage': {
    holders:
      'Admins and the People Team; of a question to everyone below a person, if the setting managersAsk is on, also that person and anyone above.',
    rule: asksOrIsAbove,
  },
  'question:change': {
    holders:
      'The People Team and admins; of a question that a manager asked, if the setting managersAsk is on, also this manager and anyone above, ' +
      'while those who are asked are below them.',
    rule: asksOrIsAbove,
  },
  'absence:read': {
    holders: 'The user, anyone above, the People Team and admins.',
    rule: anyOf(isSelf, isAbove, hasRole('people_team', 'admin')),
  },
  'absence:edit': {
    holders: 'The user, anyone above and admins.',
    rule: anyOf(isSelf, isAbove, hasRole('admin')),
  },
  'board:read': { holders: `The owner, ${near}, ${nameRoles(leadersAndAdmins)}.`, rule: readsBoardAndProfile },
  'goal:edit': { holders: 'The owner.', rule: isSelf },
  'profile:read': { holders: `The user, ${near}, ${nameRoles(leadersAndAdmins)}.`, rule: readsBoardAndProfile },
  'ai-insights:read': {
    holders: 'The user and, of those who may read the profile, the elevated roles of the tenant.',
    rule: allOf(readsBoardAndProfile, anyOf(isSelf, hasElevatedRole)),
  },
  'notification:read': { holders: 'The recipient.', rule: isSelf },
  'manager:set': byRole('admin'),
  'profile:import': byRole('admin'),
  'plan:manage': byRole('admin'),
  'user:manage': byRole('admin'),
  'organisation:manage': byRole('admin'),
  'nominations:read': byRole(...leaders),
  'headcount:read': { ...byRole(...leadersAndAdmins), isOfTenant: true },
  'audit:read': byRole('admin'),
  'webhook:manage': byRole('admin'),
  'chat:manage': byRole('admin'),
  'identity:manage': byRole('admin'),
  'changes:read': byRole('admin'),
  'access:evaluate': { holders: 'Admins, and users about themselves.', rule: anyOf(isSelf, hasRole('admin')) },
  'partner:manage': byRole('admin'),
  'deputy:manage': { holders: 'The manager, and admins.', rule: anyOf(isSelf, hasRole('admin')) },
  'digest:read': overPeopleInSight(...leaders),
  'trends:read': overPeopleInSight(...leaders),
  'non-setters:read': overPeopleInSight(...leadersAndAdmins),
  'check-ins:read': overPeopleInSight(...leaders),
  'response-times:read': overPeopleInSight(...leaders),
  'org:read': overPeopleInSight(...leadersAndAdmins),
} satisfies Record<string, Entry>;

export type AnyPermission = keyof typeof permissions;
export type ReportPermission = {
  [Name in AnyPermission]: (typeof permissions)[Name] extends { isReport: true } ? Name : never;
}[AnyPermission];
/** Those that are decided towards the owner of a resource, or by role. */
export type Permission = Exclude<AnyPermission, ReportPermission>;

export const permissionNames = Object.keys(permissions) as AnyPermission[];
const isReport = (name: AnyPermission): name is ReportPermission => 'isReport' in permissions[name];

/**
 * Asks the table. A partner holds what the People Team holds, for the people of their part. Handlers decide by the functions of
 * access/permissions.ts, which tests can follow.
 */
export function hasPermission(standing: Standing, permission: AnyPermission): boolean {
  const { rule, isOfTenant }: Entry = permissions[permission];
  return rule(standing) || (!isOfTenant && isPartner(standing) && rule(asPeopleTeam(standing)));
}

/** The sentence that says who holds a permission. */
export const nameHolders = (permission: AnyPermission): string =>
  permissions[permission].holders +
  (hasPermission({ roles: [], isPartner: true, elevatedRoles: ['people_team'] }, permission)
    ? ' Partners, for the people of their part.'
    : '');

const isPartner = ({ isPartner: ofAnybody = false, places = [] }: Standing): boolean =>
  ofAnybody || places.some(({ reason }) => reason === 'partner');
/** The standing of somebody who has nothing but the role of the People Team. */
const asPeopleTeam = ({ elevatedRoles, managersAsk }: Standing): Standing => ({
  roles: ['people_team'],
  ...(elevatedRoles && { elevatedRoles }),
  ...(managersAsk !== undefined && { managersAsk }),
});

/**
 * The roles each of which suffices for a permission, whoever it is about. A query that decides itself, under its lock or for
 * each row of a list, gets them as a parameter.
 */
export function rolesThatHold(permission: AnyPermission): readonly Role[] {
  return roles.filter((role) => hasPermission({ roles: [role] }, permission));
}

/** The roles with tenant scope: they show, or change, more than the people below. */
export const tenantWideRoles: readonly Role[] = roles.filter((role) =>
  permissionNames.some((name) => rolesThatHold(name).includes(role)),
);

/**
 * Lists the permissions that a caller holds for every resource of the tenant, regardless of its owner. `standing` must
 * have all optional facts except `levelsAbove`.
 */
export const listOwnPermissions = (standing: Omit<Standing, 'levelsAbove'>): AnyPermission[] =>
  permissionNames.filter((name) => hasPermission(standing, name));

/** Lists the permissions that a caller holds towards an owner. `standing` must have all optional facts but `isManager`. */
export const listPermissionsTowards = (standing: Standing): Permission[] =>
  permissionNames.filter((name): name is Permission => !isReport(name) && hasPermission(standing, name));

/** What a service token may do. Tokens of users never hold a scope. */
export const serviceScopes = ['notifications:dispatch', 'access:evaluate', 'changes:read', 'scim'] as const;
export type ServiceScope = (typeof serviceScopes)[number];

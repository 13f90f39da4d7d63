// People: the directory, teams, scores.
import { Type } from '@sinclair/typebox';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import {
  listPermissionsTowards,
  permitPart,
  permitRowsByQuery,
  type Standing,
} from '../../platform/access/permissions.ts';
import { findRecorded, permitRead } from '../../platform/audit/record-read.ts';
import { DirectoryEntry, DirectoryUser, Team, type UserRef } from '../../platform/schema/people.ts';
import { PersonOverview, ScoreHistory } from '../summaries/schema.ts';
import { Uuid, UuidList, strictObject, optionalField } from '../../platform/schema/values.ts';
import { exampleIds } from '../../platform/schema/examples.ts';
import { toNameKey } from '../../platform/lib/names.ts';
import { buildSearch } from '../../platform/lib/search.ts';
import { resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { defineEndpoint, defineEndpointWith } from '../../platform/http/declaration/define-endpoint.ts';
import type { MotivatorsContext } from '../motivators/cached-motivators.ts';
import { createInstantFilter, defineList, toInstant, type Positioned } from '../../platform/http/declaration/list.ts';

const maxSearchLength = 100;

const listUsers = defineList({
  path: '/users',
  operationId: 'listUsers',
  tool: { link: '/users/{id}' },
  isHeavy: true,
  summary: 'List the directory by name.',
  description:
    'Active users unless active=false; with updatedSince or ids both, unless active says which. email, active, manager, roles and updatedAt are sent to those who may read the user’s chain; they filter only such users.',
  alsoDecides: ['chain:read'],
  filters: {
    search: optionalField(
      Type.String({ format: 'text', minLength: 1, maxLength: maxSearchLength }),
      'At most eight words of name, job title and e-mail address, or their beginnings of two letters or more; the 500 best matches of the other filters',
      'ines',
    ),
    team: optionalField(Type.String({ format: 'text', maxLength: 200 }), 'Members of this team', 'Payments'),
    department: optionalField(
      Type.String({ format: 'text', maxLength: 200 }),
      'Members of teams of this department',
      'Engineering',
    ),
    ids: optionalField(UuidList, 'Users with these ids, at most 200, separated by commas', exampleIds.employee),
    managerId: optionalField(Uuid, 'Direct reports of this user', exampleIds.manager),
    active: optionalField(Type.Boolean(), 'false lists deactivated users'),
    updatedSince: createInstantFilter('Only those whose entry, manager or state changed since, leavers among them'),
  },
  item: DirectoryEntry,
  async load({ query: { search, updatedSince, ...query }, graph, now }, page) {
    const sight = { rolesWithTenantScope: permitRowsByQuery('chain:read') };
    const { managerId = null, active, ids } = query;
    const toKey = (name: string | undefined): string | null => (name ? toNameKey(name) : null);
    const team = toKey(query.team);
    const department = toKey(query.department);
    const found = search === undefined ? null : buildSearch(search);
    if (search !== undefined && found === null) {
      await graph.one('access/caller');
      return [];
    }
    const hasLeavers = updatedSince !== undefined || ids !== undefined;
    const states = active === undefined ? (hasLeavers ? [true, false] : [true]) : [active];
    const since = toInstant('updatedSince', updatedSince);
    const filters = {
      ids: ids?.split(',') ?? null,
      team,
      department,
      managerId,
      states,
      updatedSince: since,
    };
    const params = { ...filters, ...page, ...sight, now };
    const { items } = await (found
      ? graph.one<DirectoryPage>('people/search', { ...params, search: found })
      : graph.one<DirectoryPage>('people/list', params));
    return items.map((item) => (item.manager ? { ...item, managerId: item.manager.id } : item));
  },
});

type DirectoryPage = { items: Positioned<DirectoryEntry>[] };

export const readUser = defineEndpoint({
  method: 'GET',
  path: '/users/{userId}',
  operationId: 'getUser',
  tool: { link: '/users/{id}' },
  summary: 'Get a user of the directory.',
  description: 'email, active, roles and the manager are sent to those who may read the user’s chain.',
  alsoDecides: ['chain:read'],
  response: DirectoryUser,
  errors: ['USER_NOT_FOUND'],
  async handler({ params: { userId }, graph, now }) {
    const { standing, user, details, manager } = await graph.one<UserAccess>('people/read', { userId, now });
    if (!user || !details) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    if (!permitPart(standing, 'chain:read')) return user;
    return { ...user, ...details, ...(manager && { managerId: manager.id, manager }) };
  },
});
type UserAccess = {
  standing: Standing;
  user: DirectoryUser | null;
  details: Pick<
    DirectoryUser,
    | 'email'
    | 'active'
    | 'roles'
    | 'updatedAt'
    | 'timezone'
    | 'employeeNumber'
    | 'externalId'
    | 'preferredLanguage'
    | 'emailStopped'
    | 'region'
    | 'workingDays'
    | 'checkInsExpected'
    | 'pendingManager'
  > | null;
  manager: UserRef | null;
};

const readOverview = defineEndpointWith<MotivatorsContext>()({
  method: 'GET',
  path: '/users/{userId}/overview',
  operationId: 'getOverview',
  summary: 'Get what the page of a person shows first.',
  audit: 'scores.read',
  description:
    'Who they are, what the caller may read of them, and as far as that goes the managers above and the scores.',
  alsoDecides: ['chain:read', 'summary:read', 'profile:read'],
  response: PersonOverview,
  errors: ['USER_NOT_FOUND'],
  async handler({ params: { userId }, graph, now, recordRead, motivators }) {
    const params = { userId, weeks: 26, now };
    const row = await graph.one<Overview>('people/overview', params);
    const { user, department, details, reports, managers, scores } = row;
    if (!user) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    const { elevatedRoles, managersAsk } = resolveSettings(row.tenant);
    const standing = { ...row.standing, elevatedRoles, managersAsk: managersAsk === 'on' };
    const by = findRecorded(row.standing, 'summary:read');
    if (by !== null) await recordRead({ userId, by });
    return {
      user,
      ...(department !== null && { department }),
      permissions: listPermissionsTowards(standing),
      ...(permitPart(standing, 'chain:read') && { ...details, reports, managers }),
      ...(permitPart(standing, 'summary:read') && { scores }),
      ...(permitPart(standing, 'profile:read') && {
        hasProfile: row.hasProfile,
        hasMotivators: row.hasMotivators || motivators.hasProvider,
      }),
    };
  },
});
type Overview = Required<Pick<PersonOverview, 'reports' | 'managers' | 'scores' | 'hasProfile' | 'hasMotivators'>> & {
  standing: Standing;
  tenant: TenantSettings;
  user: UserRef | null;
  department: string | null;
  details: Pick<PersonOverview, 'email' | 'active'>;
};

const readScores = defineEndpoint({
  method: 'GET',
  path: '/users/{userId}/scores',
  operationId: 'getScoreHistory',
  summary: 'Get the three scores of a user by week.',
  audit: 'scores.read',
  permission: 'summary:read',
  query: Type.Object(
    { weeks: optionalField(Type.Integer({ minimum: 1, maximum: 104, default: 26 }), 'Number of weeks') },
    strictObject,
  ),
  response: ScoreHistory,
  errors: ['USER_NOT_FOUND'],
  async handler({ params: { userId }, query: { weeks = 26 }, graph, now, recordRead }) {
    type History = { standing: Standing; user: UserRef | null; rows: ScoreHistory['rows'] };
    const { standing, user, rows } = await graph.one<History>('summaries/scores', { userId, weeks, now });
    if (!user) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    await permitRead(recordRead, standing, 'summary:read', { userId });
    return { user, rows };
  },
});

const listTeams = defineList({
  path: '/teams',
  operationId: 'listTeams',
  summary: 'List the teams by name.',
  description: 'Each team has its department and the number of its active members.',
  item: Team,
  async load({ graph }, page) {
    const { items } = await graph.one<{ items: Positioned<Team>[] }>('people/teams', page);
    return items;
  },
});

export const people = [listUsers, readUser, readOverview, readScores, listTeams];

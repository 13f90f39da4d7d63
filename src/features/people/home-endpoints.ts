// The caller, and what their first screen shows.
import { listOwnPermissions, permitRowsByQuery, type Standing } from '../../platform/access/permissions.ts';
import { CalendarDate, optionalField } from '../../platform/schema/values.ts';
import { Home, TeamMember } from './schema.ts';
import { Me, type UserRef } from '../../platform/schema/people.ts';
import type { SummaryListEntry } from '../summaries/schema.ts';
import { getCurrentMonday } from '../../platform/time/weeks.ts';
import { resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, type Positioned } from '../../platform/http/declaration/list.ts';
import { describeWindow, type WindowUsage } from '../nominations/endpoints.ts';
import { addExcerpt, type Opening } from '../summaries/list-endpoints.ts';

type Myself = Pick<Me, 'unreadNotifications'> & {
  standing: Standing & { isManager: boolean };
  tenant: TenantSettings & { id: string; slug: string };
  timezone: string | null;
  user: Omit<
    Me,
    'isManager' | 'manager' | 'tenant' | 'timezone' | 'currentWeek' | 'permissions' | 'unreadNotifications'
  >;
  manager: UserRef | null;
};

const readMe = defineEndpoint({
  method: 'GET',
  path: '/me',
  operationId: 'getMe',
  growsWith: ['notifications'],
  tool: { link: '/me' },
  summary: 'Get the caller.',
  description: 'Who the caller is, their manager and tenant, the current week, and what they may do.',
  response: Me,
  handler: async ({ graph, now }) => describeCaller(await graph.one<Myself>('people/me', { now }), now),
});

const readHome = defineEndpoint({
  method: 'GET',
  path: '/home',
  operationId: 'getHome',
  growsWith: ['notifications'],
  tool: { link: '/home' },
  summary: 'Get what a first screen shows.',
  description:
    'The caller as from `/me`, the own week, and what waits for them. Send `If-None-Match` to learn cheaply that nothing has changed.',
  alsoDecides: ['absence:read'],
  response: Home,
  async handler({ graph, now }) {
    type Row = Myself & WindowUsage & Omit<Home, 'me' | 'nominations' | 'summary'> & { summary: StoredSummary | null };
    const { summary, goals, awaitingResponse, team, ...row } = await graph.one<Row>('people/home', {
      now,
      rolesThatReadAbsences: permitRowsByQuery('absence:read'),
    });
    return {
      me: describeCaller(row, now),
      ...(summary && { summary: toListEntry(summary) }),
      goals,
      awaitingResponse,
      team,
      nominations: describeWindow(row, now),
    };
  },
});

const listTeam = defineList({
  path: '/home/team',
  operationId: 'listOwnTeam',
  tool: { link: '/users/{user.id}' },
  summary: 'List the direct reports of the caller with their week.',
  description: 'By name, each with summary and goals of the week.',
  permission: 'board:read',
  filters: { week: optionalField(CalendarDate, 'Any day of the week; default: today') },
  item: TeamMember,
  async load({ query: { week = null }, graph, now }, page) {
    permitRowsByQuery('board:read');
    type Row = Positioned<Omit<TeamMember, 'summary'>> & { summary?: StoredSummary };
    const { items } = await graph.one<{ items: Row[] }>('people/team', { ...page, weekStart: week, now });
    return items.map(({ summary, ...item }) => ({ ...item, ...(summary && { summary: toListEntry(summary) }) }));
  },
});

type StoredSummary = SummaryListEntry & { opening: Opening };
const toListEntry = ({ opening, ...summary }: StoredSummary): SummaryListEntry => addExcerpt(summary, opening);

function describeCaller({ standing, tenant, user, manager, unreadNotifications, ...own }: Myself, now: string): Me {
  const { name, timezone, elevatedRoles, ...settings } = resolveSettings(tenant);
  const managersAsk = settings.managersAsk === 'on';
  const ownTimezone = own.timezone ?? timezone;
  return {
    ...user,
    isManager: standing.isManager,
    ...(manager && { manager }),
    tenant: { id: tenant.id, slug: tenant.slug, name, timezone, managersAsk, assistants: settings.assistants },
    timezone: ownTimezone,
    currentWeek: getCurrentMonday(now, ownTimezone),
    permissions: listOwnPermissions({ ...standing, elevatedRoles, managersAsk }),
    unreadNotifications,
  };
}

export const home = [readMe, readHome, listTeam];

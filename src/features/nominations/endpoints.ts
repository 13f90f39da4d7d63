// Nominations: a team or a person, once per period, while the window is open.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { rolesThatHold } from '../../platform/access/permissions.ts';
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import type { Graph } from '../../platform/graph/client.ts';
import {
  IndividualNomination,
  Nomination,
  NominationConfirmation,
  NominationWindow,
  Period,
  TeamNomination,
} from './schema.ts';
import { toNameKey } from '../../platform/lib/names.ts';
import { formatConfirmation, findWindow, type Window } from './rules.ts';
import { resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, type Positioned, readPermittedPage } from '../../platform/http/declaration/list.ts';

/** Nominations of a person in a period. */
const maxNominations = 20;
type NewNomination = { kind: 'team' | 'individual'; teamKey: string; teamName: string | null; reason: string };

const nominateTeam = defineEndpoint({
  method: 'POST',
  path: '/mvp/nominations/team',
  operationId: 'nominateTeam',
  tool: { link: '/mvp/nominations/mine' },
  summary: 'Nominate a team and its members.',
  description: 'Once per team and period, while the nomination window is open.',
  effects: 'Stores the nomination.',
  audit: { none: "The caller's own." },
  body: TeamNomination,
  success: 201,
  response: NominationConfirmation,
  errors: ['ALREADY_NOMINATED', 'LIMIT_REACHED', 'NOMINATION_WINDOW_CLOSED'],
  async handler({ body: { teamName, memberUserIds, reason }, graph, now, newId }) {
    const teamKey = toNameKey(teamName);
    if (!teamKey) failInvalid([{ pointer: '/teamName', message: 'teamName must not be blank.' }]);
    const userIds = [...new Set(memberUserIds)];
    const { period } = await findNominees(graph, 'memberUserIds', userIds, now, teamKey);
    const nomination = { kind: 'team', teamKey, teamName, reason } as const;
    const id = await nominate(graph, nomination, { userIds, period, now, nominationId: newId() });
    return { id, confirmationMessage: formatConfirmation({ team: teamName }, period) };
  },
});

const nominateIndividual = defineEndpoint({
  method: 'POST',
  path: '/mvp/nominations/individual',
  operationId: 'nominateIndividual',
  tool: { link: '/mvp/nominations/mine' },
  summary: 'Nominate a person.',
  description: 'Once per period, while the nomination window is open.',
  effects: 'Stores the nomination.',
  audit: { none: "The caller's own." },
  body: IndividualNomination,
  success: 201,
  response: NominationConfirmation,
  errors: ['ALREADY_NOMINATED', 'LIMIT_REACHED', 'NOMINATION_WINDOW_CLOSED'],
  async handler({ body: { nomineeUserId, reason }, graph, now, newId }) {
    const userIds = [nomineeUserId];
    const { period, names } = await findNominees(graph, 'nomineeUserId', userIds, now);
    const nomination = { kind: 'individual', teamKey: '', teamName: null, reason } as const;
    const id = await nominate(graph, nomination, { userIds, period, now, nominationId: newId() });
    return { id, confirmationMessage: formatConfirmation({ person: names[0] ?? '' }, period) };
  },
});

type Nominees = { tenant: TenantSettings; names: string[]; teamFound: boolean };

/** Checks that the team may be nominated, that all nominees are active users, and then that the window is open. */
async function findNominees(
  graph: Graph,
  field: 'memberUserIds' | 'nomineeUserId',
  userIds: string[],
  now: string,
  teamKey?: string,
): Promise<{ period: string; names: string[] }> {
  const { tenant, names, teamFound } = await graph.one<Nominees>('nominations/find_nominees', {
    userIds,
    teamKey: teamKey ?? null,
  });
  const isRestricted = teamKey !== undefined && resolveSettings(tenant).nominateKnownTeamsOnly === 'on';
  if (isRestricted && !teamFound)
    failInvalid([{ pointer: '/teamName', message: 'teamName must be the name of a team of your tenant.' }]);
  if (names.length < userIds.length)
    failInvalid([{ pointer: `/${field}`, message: `${field} must name active users of your tenant.` }]);
  const { period, open } = getWindow(tenant, now);
  if (!open) fail('NOMINATION_WINDOW_CLOSED');
  return { period, names };
}

function getWindow(tenant: TenantSettings, now: string): Window {
  const { timezone, nominationDays } = resolveSettings(tenant);
  return findWindow(now, timezone, nominationDays);
}

async function nominate(
  graph: Graph,
  nomination: NewNomination,
  details: { nominationId: string; userIds: string[]; period: string; now: string },
): Promise<string> {
  const row = { ...nomination, ...details, maxNominations };
  const nominated = await graph.write<{ id: string | null }>('nominations/create', row);
  if (!nominated) return failMissedWrite(graph, 'VALIDATION_ERROR', 'Someone you nominate has just left.');
  if (nominated.id === null)
    return fail('LIMIT_REACHED', `You have made ${maxNominations} nominations in this period, which is the limit.`);
  if (nominated.id !== details.nominationId) fail('ALREADY_NOMINATED');
  return nominated.id;
}

const readWindow = defineEndpoint({
  method: 'GET',
  path: '/mvp/nominations/window',
  operationId: 'getNominationWindow',
  summary: 'Get the nomination window.',
  description: 'The one that is open or opens next, and what the caller has nominated in its period.',
  response: NominationWindow,
  handler: async ({ graph, now }) => describeWindow(await graph.one<WindowUsage>('nominations/list_own', { now }), now),
});
export type WindowUsage = {
  tenant: TenantSettings;
  nominations: { kind: string; period: string; teamName?: string }[];
};

/** The window that is open or opens next, with what the caller has nominated in its period. */
export function describeWindow({ tenant, nominations }: WindowUsage, now: string): NominationWindow {
  const window = getWindow(tenant, now);
  const own = nominations.filter(({ period }) => period === window.period);
  const individual = own.some(({ kind }) => kind === 'individual');
  return { ...window, used: { individual, teams: own.flatMap(({ teamName }) => teamName ?? []) } };
}

const withdrawNomination = defineEndpoint({
  method: 'DELETE',
  path: '/mvp/nominations/{nominationId}',
  operationId: 'withdrawNomination',
  summary: 'Withdraw an own nomination.',
  description: 'While the nomination window of its period is open.',
  effects: 'Deletes the nomination, which can then be made again.',
  audit: { none: "The caller's own." },
  resource: { read: readWindow, lock: (graph) => graph.write('access/lock_caller') },
  errors: ['NOMINATION_NOT_FOUND', 'NOMINATION_WINDOW_CLOSED'],
  async handler({ params: { nominationId }, graph, now }) {
    type Own = { tenant: TenantSettings; period: string | null };
    const { tenant, period } = await graph.one<Own>('nominations/find_own', { nominationId });
    if (period === null) return failNotFoundOrForbidden(graph, 'NOMINATION_NOT_FOUND', nominationId);
    const window = getWindow(tenant, now);
    if (!window.open || window.period !== period) fail('NOMINATION_WINDOW_CLOSED');
    const withdrawn = await graph.write('nominations/withdraw', { nominationId, now });
    if (!withdrawn) await graph.one('access/caller'); // withdrawn meanwhile
  },
});

const listNominations = defineList({
  path: '/mvp/nominations',
  operationId: 'listNominations',
  summary: 'List the nominations of a month.',
  description: 'Newest first.',
  permission: 'nominations:read',
  filters: { period: Period },
  item: Nomination,
  load: ({ query: { period }, graph, now }, page) =>
    readPermittedPage<Nomination>(graph, 'nominations:read', 'nominations/list', {
      period,
      rolesWithTenantScope: rolesThatHold('nominations:read'),
      now,
      ...page,
    }),
});

const listOwnNominations = defineList({
  path: '/mvp/nominations/mine',
  operationId: 'listOwnNominations',
  summary: "List the caller's own nominations.",
  description: 'Of all months, newest first.',
  item: Nomination,
  async load({ graph, now }, page) {
    type Own = { items: Positioned<Nomination>[] };
    const { items } = await graph.one<Own>('nominations/list', {
      period: null,
      rolesWithTenantScope: [],
      now,
      ...page,
    });
    return items;
  },
});

export const nominations = [
  nominateTeam,
  nominateIndividual,
  withdrawNomination,
  listNominations,
  listOwnNominations,
  readWindow,
];

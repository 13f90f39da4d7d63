// Sample values of the parameters of queries, for the counts of what they read in a tenant of full-tenant.ts.
import neo4j from 'neo4j-driver';
import { listParameters, type Type } from '../../scripts/query-heads.ts';
import { listQueries, type Query } from '../../src/platform/graph/queries/query-files.ts';
import { stripCommentsAndStrings } from '../../src/platform/graph/queries/statements.ts';
import { buildSearch } from '../../src/platform/lib/search.ts';
import { filledWeek as week, type FullTenant } from './full-tenant.ts';
import { friday } from './service.ts';

/** Queries that only commands run, by folder or name, and the queries among them that requests and jobs run as well. */
const commandFolders = /^(archives|bench|demo|organisation|personal-data|reports|tenants)\/|\/export_\w+$/;
const servedFromCommandFolders = [
  'organisation/find_people',
  'organisation/lock_tenant',
  'organisation/move_people',
  'organisation/people/list_pending',
  'reports/check_ins',
  'reports/nominations',
  'reports/org',
  'reports/question',
  'reports/org_in_view',
  'reports/response_times',
  'tenants/due_plans',
  'tenants/rate_limits',
  'tenants/retention',
  'tenants/schedules',
];

/** What requests ask about one person or thing, and short lists of people: what they read must not grow with the tenant. */
export function listReadsOfRequests(): Query[] {
  const changes = /\b(CREATE|MERGE|SET|DELETE)\b/;
  return listQueries().filter(
    ({ name, text, parameters, isBatched, isList }) =>
      isBatched &&
      !changes.test(stripCommentsAndStrings(text)) &&
      (!isList || parameters.includes('listLimit')) &&
      (!commandFolders.test(name) || servedFromCommandFolders.includes(name)) &&
      !uncountedReads.includes(name),
  );
}

/** Reads of jobs and commands, and a read that follows a refused write: they may read all of a tenant. */
export const uncountedReads = [
  'identity/list_all_providers',
  'identity/list_service_tokens',
  'changes/find_expired',
  'changes/find_work',
  'changes/stats',
  'webhooks/find_due',
  'webhooks/list_secrets',
  'webhooks/stats',
  'scim/list_users',
  'scim/list_groups', // a page says how many there are in all
  'notifications/load_message',
  'notifications/load_event',
  'schedules/clocks',
  'outbox/dead_events',
  'outbox/list',
  'outbox/stats',
  'motivators/find',
  'profiles/import_progress',
  'org-plans/load_moves',
  'motivators/list',
  'summaries/find_own',
  'trends/check_ins',
  'tenants/due_plans',
  'tenants/rate_limits',
  'tenants/retention',
  'tenants/schedules',
  'retention/count',
];

/** A value for each parameter of a read, and for what the graph client binds: one that is named here, or any of its type. */
export function sampleParameters(query: Query, { id, ids }: FullTenant): Record<string, unknown> {
  const ofTypes = listParameters(query).map(({ name, type }) => [name, sampleOf(type)]);
  const roles = ['people_team'];
  return {
    ...(Object.fromEntries(ofTypes) as Record<string, unknown>),
    tenantId: id,
    callerId: ids.manager,
    listLimit: 1_000_000,
    // whom and what it is about
    goalId: ids.goal,
    groupId: ids.goal,
    id: ids.goal,
    jobId: ids.person,
    nominationId: ids.goal,
    notificationId: ids.notification,
    ownerId: ids.manager,
    partId: 'none',
    planId: ids.goal,
    providerId: ids.goal,
    questionId: ids.question,
    recordId: 'none',
    rootId: ids.manager,
    subjectId: ids.manager,
    summaryId: ids.summary,
    userId: ids.person,
    userIds: [ids.person, ids.manager],
    webhookId: ids.goal,
    rows: [{ id: ids.person, managerId: ids.manager, fromManagerId: null }],
    emails: ['n0@a.example'],
    anchors: { id: [ids.person], userName: ['n0@a.example'], email: [], externalId: ['none'] },
    search: buildSearch('n17'),
    keys: ['team 1'],
    teamKey: 'team 1',
    // texts
    code: 'GOAL_NOT_FOUND',
    hash: 'none',
    issuer: 'https://idp.example',
    kind: 'role',
    managersAsk: 'on',
    slug: 'none',
    roleWords: '"people_team"',
    statuses: ['queued'],
    storedStatuses: ['queued'],
    subject: 'none',
    timezone: 'UTC',
    type: query.name.startsWith('decisions/search_own') ? 'goal' : null,
    // numbers and days
    establishedDays: 30,
    minimumGroup: 5,
    maxPeople: 1_000,
    start: 0,
    weeks: neo4j.int(4),
    from: week,
    to: '2026-11-23',
    period: week,
    weekStart: week,
    // conditions
    active: true,
    asService: true,
    states: [true],
    withMembers: true,
    permittedRoles: ['admin'],
    reach: { tenantRoles: roles, elevated: null, below: true, belowRoles: [], direct: true, directRoles: [] },
  };
}

/** A value that says nothing of the tenant; null for no filter. Of a text or an id there is none: it has to be of the tenant. */
function sampleOf(type: Type): unknown {
  if (type.orNull) return null;
  if ('fields' in type) return Object.fromEntries(type.fields.map((field) => [field.name, sampleOf(field.type)]));
  if ('list' in type) return [sampleOf(type.list)];
  return 'word' in type ? samples[type.word] : undefined;
}

const samples: Readonly<Record<string, unknown>> = {
  boolean: false,
  date: week,
  instant: friday,
  number: 20,
  'whole number': 20,
  role: 'people_team',
};

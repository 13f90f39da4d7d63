// Sample values of the parameters of queries, for the counts of what they read in a tenant of full-tenant.ts.
import neo4j from 'neo4j-driver';
import { listQueries, type Query } from '../../src/platform/graph/queries/query-files.ts';
import { stripCommentsAndStrings } from '../../src/platform/graph/queries/statements.ts';
import { buildSearch } from '../../src/platform/lib/search.ts';
import { filledWeek as week, type FullTenant } from './full-tenant.ts';
import { friday } from './service.ts';

/** Queries that only commands run, by folder or name, and the queries among them that requests and jobs run as well. */
const commandFolders = /^(archives|bench|demo|org|org-check|reports|tenants)\/|\/export_\w+$/;
const servedFromCommandFolders = [
  'org/find_people',
  'org/lock_tenant',
  'org/move_people',
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
  'notifications/load_email',
  'notifications/load_event',
  'notifications/clocks',
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

/** A value for each parameter of the reads that requests make. A query with a new parameter needs a value here. */
export function sampleParameters({ id, ids }: FullTenant): Record<string, unknown> {
  const goalIds = { goalId: ids.goal, id: ids.goal, planId: ids.goal, webhookId: ids.goal, groupId: ids.goal };
  const roles = ['people_team'];
  const noFilters = [
    'action',
    'actorId',
    'planId',
    'after',
    'author',
    'department',
    'depth',
    'filter',
    'ids',
    'isAnswered',
    'isOpen',
    'managerId',
  ];
  const noOtherFilters = ['scope', 'status', 'team', 'type', 'types', 'unread', 'updatedSince'];
  return {
    ...Object.fromEntries([...noFilters, ...noOtherFilters, 'weekFrom', 'weekTo'].map((name) => [name, null])),
    ...goalIds,
    tenantId: id,
    callerId: ids.manager,
    ownerId: ids.manager,
    rootId: ids.manager,
    subjectId: ids.manager,
    userId: ids.person,
    jobId: ids.person,
    userIds: [ids.person, ids.manager],
    emails: ['n0@a.example'],
    issuer: 'https://idp.example',
    subject: 'none',
    hash: 'none',
    nominationId: ids.goal,
    questionId: ids.question,
    managersAsk: 'on',
    summaryId: ids.summary,
    notificationId: ids.notification,
    recordId: 'none',
    code: 'GOAL_NOT_FOUND',
    kind: 'role',
    anchors: { id: [ids.person], userName: ['n0@a.example'], email: [], externalId: ['none'] },
    active: true,
    asOperator: false,
    asService: true,
    isDirect: false,
    teamKey: 'team 1',
    withMembers: true,
    limit: 20,
    listLimit: 1_000_000,
    span: 20,
    start: 0,
    end: 20,
    minimumGroup: 5,
    weeks: neo4j.int(4),
    maxPeople: 1_000,
    weekStart: week,
    period: week,
    from: week,
    to: '2026-11-23',
    now: friday,
    timezone: 'UTC',
    rolesWithTenantScope: roles,
    rolesGroupedByDepartment: roles,
    rolesThatReadAbsences: roles,
    permittedRoles: ['admin'],
    states: [true],
    statuses: ['queued'],
    storedStatuses: ['queued'],
    roleWords: '"people_team"',
    search: buildSearch('n17'),
    reach: { tenantRoles: roles, elevated: null, below: true, belowRoles: [], direct: true, directRoles: [] },
    rows: [{ id: ids.person, managerId: ids.manager, fromManagerId: null }],
    view: { asOf: null, planId: null },
  };
}

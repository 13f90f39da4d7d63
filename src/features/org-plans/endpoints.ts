// Plans of reorganisations: write, read and preview them.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import type { Call, Endpoint } from '../../platform/http/endpoint.ts';
import { OrgPlan, OrgPlanInput, OrgPlanMove, OrgPlanMoves, OrgPlanPreview, SightChangeRow } from './schema.ts';
import { planStatuses } from '../../platform/schema/plan-values.ts';
import { stringEnum, optionalField, Uuid } from '../../platform/schema/values.ts';
import { exampleIds } from '../../platform/schema/examples.ts';
import { deletePlan } from './change-status.ts';
import { findPlan, toOrgPlan, type PlanChange, type StoredPlan } from './plan.ts';
import { createPlan, replaceMoves } from './save-plan.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, type Positioned, readPermittedPage } from '../../platform/http/declaration/list.ts';
import { readPreview } from './preview.ts';
import { readSight } from './sight.ts';

/** 100,000 moves of two e-mail addresses of usual length. */
const maxBodyBytes = 20 * 1024 * 1024;
/** In milliseconds: the moves of a large plan are one transaction. */
const withinMs = 25_000;

export const startChange = ({ newId, now }: Pick<Call, 'newId' | 'now'>): PlanChange => ({ changeId: newId(), now });

const readPlan = defineEndpoint({
  method: 'GET',
  path: '/admin/org-plans/{planId}',
  operationId: 'getOrgPlan',
  summary: 'Get a plan of a reorganisation.',
  permission: 'plan:manage',
  response: OrgPlan,
  errors: ['PLAN_NOT_FOUND'],
  handler: async ({ params: { planId }, graph }) => toOrgPlan((await findPlan(graph, planId)).plan),
});

export const planResource: NonNullable<Endpoint['resource']> = {
  read: readPlan,
  lock: (graph, { planId = '' }) => graph.write('org-plans/lock', { planId }),
};

const listPlans = defineList({
  path: '/admin/org-plans',
  operationId: 'listOrgPlans',
  tool: { link: '/admin/org-plans/{id}' },
  summary: 'List the plans of reorganisations.',
  description: 'Newest first.',
  permission: 'plan:manage',
  filters: { status: optionalField(stringEnum(...planStatuses), 'Plans of this status', 'draft') },
  item: OrgPlan,
  async load({ query: { status = null }, graph }, page) {
    const params = { ...page, status, asOperator: false, permittedRoles: rolesThatHold('plan:manage') };
    const plans = await readPermittedPage<StoredPlan>(graph, 'plan:manage', 'org-plans/list', params);
    return plans.map(({ position, ...plan }) => ({ ...toOrgPlan(plan), position }));
  },
});

const listMoves = defineList({
  path: '/admin/org-plans/{planId}/moves',
  operationId: 'listOrgPlanMoves',
  summary: 'List the moves of a plan.',
  description: 'In their order, whatever the status of the plan is. Moves of people who were erased are gone.',
  permission: 'plan:manage',
  item: OrgPlanMove,
  errors: ['PLAN_NOT_FOUND'],
  async load({ params: { planId }, graph }, page) {
    type Moves = { standing: Standing; isFound: boolean; items: Positioned<OrgPlanMove>[] };
    const params = { ...page, planId, permittedRoles: rolesThatHold('plan:manage') };
    const { standing, isFound, items } = await graph.one<Moves>('org-plans/list_moves', params);
    permit(standing, 'plan:manage');
    return isFound ? items : failNotFoundOrForbidden(graph, 'PLAN_NOT_FOUND', planId);
  },
});

const addPlan = defineEndpoint({
  method: 'POST',
  path: '/admin/org-plans',
  operationId: 'createOrgPlan',
  summary: 'Plan a reorganisation.',
  description:
    'A named set of at most 100,000 moves, each person once, in a body of at most 20 MB. The moves are judged together: two ' +
    'people may swap places.',
  effects: 'Stores the plan as a draft. Nobody is moved.',
  audit: 'plan.create',
  permission: 'plan:manage',
  body: OrgPlanInput,
  maxBodyBytes,
  withinMs,
  success: 201,
  response: OrgPlan,
  resource: planResource,
  errors: ['LIMIT_REACHED'],
  location: ({ id }) => `/admin/org-plans/${id}`,
  handler: ({ body, graph, now, newId }) => createPlan(graph, newId(), body, startChange({ newId, now })),
});

const putMoves = defineEndpoint({
  method: 'PUT',
  path: '/admin/org-plans/{planId}/moves',
  operationId: 'replaceOrgPlanMoves',
  summary: 'Replace the moves of a draft.',
  effects: 'The draft has these moves, written against the chart at present.',
  audit: 'plan.edit',
  permission: 'plan:manage',
  body: OrgPlanMoves,
  maxBodyBytes,
  withinMs,
  response: OrgPlan,
  resource: planResource,
  errors: ['PLAN_NOT_FOUND', 'PLAN_STATE'],
  handler: ({ params: { planId }, body: { moves }, graph, now, newId }) =>
    replaceMoves(graph, planId, moves, startChange({ newId, now })),
});

const removePlan = defineEndpoint({
  method: 'DELETE',
  path: '/admin/org-plans/{planId}',
  operationId: 'deleteOrgPlan',
  summary: 'Delete a draft, or a plan that was cancelled.',
  effects: 'Deletes the plan and its moves.',
  audit: 'plan.delete',
  permission: 'plan:manage',
  resource: planResource,
  errors: ['PLAN_NOT_FOUND', 'PLAN_STATE'],
  async handler({ params: { planId }, graph, now, newId }) {
    await deletePlan(graph, planId, startChange({ newId, now }));
  },
});

const previewPlan = defineEndpoint({
  method: 'GET',
  path: '/admin/org-plans/{planId}/preview',
  operationId: 'previewOrgPlan',
  tool: { link: '/admin/org-plans/{planId}' },
  summary: 'Preview what a plan would change.',
  description:
    'Against the chart at present. Sight is that of everyone above a person, and for boards that of the direct manager, without ' +
    'people who have left. While moves would be a ' +
    'cycle, sight and structure stay as they are.',
  permission: 'plan:manage',
  isBulk: true,
  response: OrgPlanPreview,
  etag: false,
  errors: ['PLAN_NOT_FOUND', 'PLAN_STATE'],
  handler: ({ params: { planId }, graph, now }) => readPreview(graph, planId, now),
});

const listSight = defineList({
  path: '/admin/org-plans/{planId}/preview/sight',
  operationId: 'listOrgPlanSight',
  summary: 'List who gains and who loses sight of whom.',
  description: 'By the ids of viewer and person.',
  permission: 'plan:manage',
  isBulk: true,
  filters: {
    viewerId: optionalField(Uuid, 'Changes of this viewer', exampleIds.manager),
    userId: optionalField(Uuid, 'Changes that are about this person', exampleIds.employee),
  },
  item: SightChangeRow,
  errors: ['PLAN_NOT_FOUND', 'PLAN_STATE'],
  load: ({ params: { planId }, query, graph, now }, { after, limit }) =>
    readSight(graph, planId, query, { after: after as { viewerId: string; userId: string } | null, limit, now }),
});

export const orgPlans = [addPlan, listPlans, readPlan, listMoves, putMoves, removePlan, previewPlan, listSight];

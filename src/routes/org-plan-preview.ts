// What a plan would change: its moves, sight of people, and the structure of the organisation.
import { exampleIds, OrgPlanPreview, SightChangeRow, Uuid, optionalField } from '../model/index.ts';
import { readPreview } from '../org-plans/preview.ts';
import { readSight } from '../org-plans/sight.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { defineList } from './list.ts';

const previewPlan = defineEndpoint({
  method: 'GET',
  path: '/admin/org-plans/{planId}/preview',
  operationId: 'previewOrgPlan',
  summary: 'Preview what a plan would change.',
  description:
    'Against the chart at present. Sight is that of everyone above a person, and for boards that of the direct manager, without ' +
    'people who have left. While moves would be a ' +
    'cycle, sight and structure stay as they are.',
  permission: 'plan:manage',
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
  filters: {
    viewerId: optionalField(Uuid, 'Changes of this viewer', exampleIds.manager),
    userId: optionalField(Uuid, 'Changes that are about this person', exampleIds.employee),
  },
  item: SightChangeRow,
  errors: ['PLAN_NOT_FOUND', 'PLAN_STATE'],
  load: ({ params: { planId }, query, graph, now }, { after, limit }) =>
    readSight(graph, planId, query, { after: after as { viewerId: string; userId: string } | null, limit, now }),
});

export const orgPlanPreview = [previewPlan, listSight];

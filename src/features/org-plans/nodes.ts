// The nodes of planned reorganisations.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const orgPlanNodes = {
  OrgPlan: {
    holds: 'A plan of a reorganisation; its moves are relationships WOULD_REPORT_TO.',
    most: { ofTenant: '`maxPlans` 2000, each with `maxPlanMoves` 100000 moves' },
    hasPersonalText: true,
    erased: { by: ['org-plans/erase_person'] },
    exported: {
      by: ['org-plans/export_person'],
      sections: {
        plannedMoves: { title: 'Planned moves', about: 'Reorganisation plans that give you a manager.' },
        plannedReports: {
          title: 'Planned reports',
          about: 'Reorganisation plans that move people to you; only how many.',
        },
        plans: { title: 'Plans', about: 'Reorganisation plans that you wrote, approved, applied or took back.' },
      },
    },
    kept: 'until an admin deletes it',
    archived: { key: 'id' },
    notFound: { codes: ['PLAN_NOT_FOUND'] },
  },
} as const satisfies NodeTable;

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
        plannedMoves: {
          title: { en: 'Planned moves', de: 'Geplante Versetzungen' },
          about: {
            en: 'Reorganisation plans that give you a manager.',
            de: 'Pläne von Reorganisationen, durch die Sie eine Führungskraft erhalten.',
          },
        },
        plannedReports: {
          title: { en: 'Planned reports', de: 'Geplante Unterstellte' },
          about: {
            en: 'Reorganisation plans that move people to you; only how many.',
            de: 'Pläne von Reorganisationen, die Personen zu Ihnen versetzen; nur wie viele.',
          },
        },
        plans: {
          title: { en: 'Plans', de: 'Pläne' },
          about: {
            en: 'Reorganisation plans that you wrote, approved, applied or took back.',
            de: 'Pläne von Reorganisationen, die Sie geschrieben, genehmigt, angewendet oder rückgängig gemacht haben.',
          },
        },
      },
    },
    kept: 'until an admin deletes it',
    archived: { key: 'id' },
    notFound: { codes: ['PLAN_NOT_FOUND'] },
  },
} as const satisfies NodeTable;

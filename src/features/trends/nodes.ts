// The nodes of trend flags.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const trendNodes = {
  TrendFlag: {
    holds: 'A notable shift of scores, of a person, a department or the organisation.',
    most: {
      ofPerson: 'three a week',
      ofTenant: 'also three a week for each department and for the whole organisation',
    },
    hasPersonalText: true,
    erased: { by: ['trends/erase_person'] },
    exported: {
      by: ['trends/export_person'],
      sections: {
        trendFlags: {
          title: { en: 'Trend flags', de: 'Auffällige Veränderungen' },
          about: { en: 'Notable shifts of your scores.', de: 'Auffällige Veränderungen Ihrer Werte.' },
        },
        groupFlags: {
          title: { en: 'Trend flags of groups', de: 'Auffällige Veränderungen von Gruppen' },
          about: {
            en: 'Flags of your department or organisation whose means count your summaries; without the means.',
            de: 'Veränderungen Ihrer Abteilung oder Organisation, in deren Mittel Ihre Wochenberichte zählen; ohne die Mittel.',
          },
        },
      },
    },
    kept: { setting: 'summaries', by: 'retention/delete_summaries' },
    archived: {},
  },
  TrendRun: {
    holds: 'The detection of trends of a week, and whom it told.',
    most: { ofTenant: 'one for each week and kind' },
    hasPersonalText: false,
    erased: { by: ['trends/erase_person'] },
    exported: {
      by: ['trends/export_person'],
      sections: {
        trendRuns: {
          title: { en: 'Trend runs', de: 'Erkennung von Veränderungen' },
          about: {
            en: 'Weeks in which somebody was notified of a shift of your scores.',
            de: 'Wochen, in denen jemand eine Mitteilung über eine Veränderung Ihrer Werte erhielt.',
          },
        },
      },
    },
    kept: 'until the tenant is deleted',
    archived: {},
  },
} as const satisfies NodeTable;

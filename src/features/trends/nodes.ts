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
        trendFlags: { title: 'Trend flags', about: 'Notable shifts of your scores.' },
        groupFlags: {
          title: 'Trend flags of groups',
          about: 'Flags of your department or organisation whose means count your summaries; without the means.',
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
        trendRuns: { title: 'Trend runs', about: 'Weeks in which somebody was notified of a shift of your scores.' },
      },
    },
    kept: 'until the tenant is deleted',
    archived: {},
  },
} as const satisfies NodeTable;

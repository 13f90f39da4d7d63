// The nodes of the goals board.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const goalNodes = {
  Goal: {
    holds: 'A goal of a person for a week.',
    most: {
      ofPerson: '`maxGoals` 200 a week; only this week and the next can be written',
      ofTenant: 'as many as its people have',
    },
    hasPersonalText: true,
    erased: { by: ['goals/erase_person'] },
    exported: {
      by: ['goals/export_person'],
      sections: {
        goals: {
          title: { en: 'Goals', de: 'Ziele' },
          about: { en: 'Goals that you set.', de: 'Ziele, die Sie gesetzt haben.' },
          isTheirs: true,
        },
      },
    },
    kept: 'until the person is erased',
    archived: { key: 'id' },
    notFound: { codes: ['GOAL_NOT_FOUND'] },
  },
} as const satisfies NodeTable;

// The nodes of motivators.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const motivatorNodes = {
  Motivators: {
    holds: 'The scores of a person in motivators, and the text about them.',
    most: { ofPerson: '1', ofTenant: 'as many as its people have' },
    hasPersonalText: true,
    erased: { by: ['motivators/erase_person'] },
    exported: {
      by: ['motivators/export_person'],
      sections: {
        motivators: {
          title: { en: 'Motivators', de: 'Motivatoren' },
          about: { en: 'Scores, and the text about them.', de: 'Werte, und der Text dazu.' },
          json: ['scores'],
        },
      },
    },
    kept: 'until the person is erased',
    archived: { key: 'userId' },
  },
} as const satisfies NodeTable;

// The nodes of assistants.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const assistantNodes = {
  AssistantUse: {
    holds: 'That an assistant acted for a person, and when first and last.',
    most: { ofPerson: '`maxUses` 20', ofTenant: 'as many as its people have' },
    hasPersonalText: false,
    erased: { by: ['assistants/erase_person'] },
    exported: {
      by: ['assistants/export_person'],
      sections: {
        assistants: {
          title: { en: 'Assistants', de: 'Assistenten' },
          about: { en: 'Which assistants acted for you.', de: 'Welche Assistenten für Sie gehandelt haben.' },
        },
      },
    },
    kept: 'until the person is erased, or twenty others acted for them later',
    archived: {},
  },
} as const satisfies NodeTable;

// The nodes of nominations for recognition.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const nominationNodes = {
  Nomination: {
    holds: 'A nomination of a person or a team for recognition.',
    most: { ofPerson: '`maxNominations` 20 a month', ofTenant: 'as many as its people have' },
    hasPersonalText: true,
    erased: { by: ['nominations/erase_person'] },
    exported: {
      by: ['nominations/export_person'],
      sections: {
        nominationsMade: {
          title: { en: 'Nominations made', de: 'Abgegebene Nominierungen' },
          about: { en: 'Whom you nominated, and why.', de: 'Wen Sie nominiert haben, und warum.' },
          isTheirs: true,
        },
        nominationsReceived: {
          title: { en: 'Nominations received', de: 'Erhaltene Nominierungen' },
          about: {
            en: 'Who nominated you, and why; other members of a team are left out.',
            de: 'Wer Sie nominiert hat, und warum; andere Mitglieder eines Teams fehlen.',
          },
          isTheirs: true,
        },
      },
    },
    kept: 'until everybody it names, or who made it, is erased',
    archived: { key: 'id' },
    notFound: { codes: ['NOMINATION_NOT_FOUND'] },
  },
} as const satisfies NodeTable;

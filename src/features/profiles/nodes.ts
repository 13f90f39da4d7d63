// The nodes of profile insights that are imported from PDFs.
import type { NodeTable } from '../../platform/graph/nodes.ts';

const erased = { by: ['profiles/erase_person'] } as const;

export const profileNodes = {
  Profile: {
    holds: 'The insights profile of a person.',
    most: { ofPerson: '1', ofTenant: 'as many as its people have' },
    hasPersonalText: true,
    erased,
    exported: {
      by: ['profiles/export_person'],
      sections: {
        profile: { title: 'Insights profile', about: 'The profile, and the id of its PDF.', json: ['fields'] },
      },
    },
    kept: 'until the person is erased',
    archived: { key: 'userId' },
  },
  ImportJob: {
    holds: 'The import of a profile: its PDF is a file of this id.',
    most: { ofPerson: '`keptImports` 50, and those that wait', ofTenant: '`maxWaiting` 200 wait to be read' },
    hasPersonalText: true,
    erased,
    exported: {
      by: ['profiles/export_person'],
      sections: {
        imports: {
          title: 'Profile imports',
          about: 'Uploaded PDFs, what was read from them, and who uploaded them. The id is also that of the file.',
          json: ['parsedFields', 'evidence'],
          isTheirs: true,
        },
        importsStarted: {
          title: 'Profile imports for others',
          about: 'PDFs that you uploaded; without their content.',
        },
      },
    },
    kept: 'the latest of a person',
    archived: { key: 'id' },
    notFound: { codes: ['IMPORT_JOB_NOT_FOUND'] },
  },
} as const satisfies NodeTable;

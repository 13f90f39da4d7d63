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
        profile: {
          title: { en: 'Insights profile', de: 'Insights-Profil' },
          about: { en: 'The profile, and the id of its PDF.', de: 'Das Profil, und die Kennung seines PDFs.' },
          json: ['fields'],
        },
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
          title: { en: 'Profile imports', de: 'Profilimporte' },
          about: {
            en: 'Uploaded PDFs, what was read from them, and who uploaded them. The id is also that of the file.',
            de: 'Hochgeladene PDFs, was daraus gelesen wurde, und wer sie hochgeladen hat. Die Kennung ist auch die der Datei.',
          },
          json: ['parsedFields', 'evidence'],
          isTheirs: true,
        },
        importsStarted: {
          title: { en: 'Profile imports for others', de: 'Profilimporte für andere' },
          about: {
            en: 'PDFs that you uploaded; without their content.',
            de: 'PDFs, die Sie hochgeladen haben; ohne ihren Inhalt.',
          },
        },
      },
    },
    kept: 'the latest of a person',
    archived: { key: 'id' },
    notFound: { codes: ['IMPORT_JOB_NOT_FOUND'] },
  },
} as const satisfies NodeTable;

// The nodes of the organisation: who works in a tenant, in which teams, and the import of people.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const organisationNodes = {
  User: {
    holds: 'A person of the organisation, with their place in the reporting line.',
    most: { ofPerson: '1', ofTenant: 'what admins, directories and files bring' },
    hasPersonalText: true,
    erased: 'the last step of the erasure deletes it: personal-data/erase_person',
    exported: {
      by: ['organisation/export_person'],
      sections: {
        person: {
          title: { en: 'Directory entry', de: 'Eintrag' },
          about: { en: 'Name, contact, roles and settings.', de: 'Name, Kontakt, Rollen und Einstellungen.' },
          json: ['channels'],
        },
        managers: {
          title: { en: 'Managers', de: 'Führungskräfte' },
          about: {
            en: 'Your managers, with the time each line began and ended.',
            de: 'Ihre Führungskräfte, und von wann bis wann Sie an sie berichtet haben.',
          },
        },
        reports: {
          title: { en: 'Direct reports', de: 'Direkt Unterstellte' },
          about: { en: 'Who reported to you, and when.', de: 'Wer an Sie berichtet hat, und wann.' },
        },
        deputies: {
          title: { en: 'Deputies', de: 'Vertretungen' },
          about: {
            en: 'Who acts for you, for whom you act, when and for what.',
            de: 'Wer Sie vertritt, wen Sie vertreten, wann und wofür.',
          },
        },
        parts: {
          title: { en: 'HR partner', de: 'HR-Partner' },
          about: {
            en: 'Of which parts of the company you are the HR partner, and who is that of everybody below you, and when.',
            de: 'Für welche Teile des Unternehmens Sie HR-Partner sind, wer es für alle unterhalb von Ihnen ist, und wann.',
          },
        },
      },
    },
    kept: 'until the person is erased',
    archived: { key: 'id' },
    notFound: { codes: ['USER_NOT_FOUND', 'MANAGER_NOT_FOUND'] },
  },
  Team: {
    holds: 'A team and its department.',
    most: { ofTenant: 'what admins, directories and files name' },
    hasPersonalText: false,
    erased: 'a team stays when a member leaves',
    exported: {
      by: ['organisation/export_teams'],
      sections: {
        teams: {
          title: { en: 'Team', de: 'Team' },
          about: { en: 'The team and its department.', de: 'Das Team und seine Abteilung.' },
        },
      },
    },
    kept: 'until the tenant is deleted',
    archived: { key: 'key' },
  },
  OrgImport: {
    holds: 'The last import of people over HTTP, with its outcome.',
    most: { ofTenant: '1' },
    hasPersonalText: true,
    erased: { by: ['organisation/erase_import_result'] },
    exported: {
      by: ['organisation/export_imports'],
      sections: {
        peopleImports: {
          title: { en: 'Import of people', de: 'Import von Personen' },
          about: {
            en: 'The last import of people, if what it says names you; without its content.',
            de: 'Der letzte Import von Personen, wenn sein Ergebnis Sie nennt; ohne seinen Inhalt.',
          },
        },
      },
    },
    kept: 'until the next import',
    archived: {},
    notFound: { codes: ['ORG_IMPORT_NOT_FOUND'] },
  },
  ImportBatch: {
    holds:
      'A list of the nodes that an import of people has created but not yet shown. If the import ends early, a sweep deletes these nodes.',
    most: { ofTenant: 'those of one import, for a day' },
    hasPersonalText: false,
    erased: 'it has ids only, for a day',
    exported: 'ids only',
    kept: 'for a day',
    archived: 'it belongs to an import that is running',
  },
  Tenant: {
    holds: 'An organisation and its settings.',
    most: { ofTenant: 'the operator makes them' },
    hasPersonalText: false,
    erased: 'it is about nobody',
    exported: 'settings of the organisation',
    kept: 'until the operator deletes it',
    archived: 'it is a line of its own',
  },
} as const satisfies NodeTable;

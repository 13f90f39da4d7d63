// The nodes of directories that push people and groups over SCIM.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const scimNodes = {
  ScimGroup: {
    holds: 'A group of a directory.',
    most: { ofTenant: '`maxGroups` 20000' },
    hasPersonalText: false,
    erased: 'a group stays when a member leaves',
    exported: {
      by: ['scim/export_person'],
      sections: {
        groups: {
          title: { en: 'Groups of a directory', de: 'Gruppen eines Verzeichnisdienstes' },
          about: {
            en: 'Groups that a directory has put you in.',
            de: 'Gruppen, in die ein Verzeichnisdienst Sie aufgenommen hat.',
          },
        },
      },
    },
    kept: 'until the directory deletes it',
    archived: { key: 'id' },
  },
} as const satisfies NodeTable;

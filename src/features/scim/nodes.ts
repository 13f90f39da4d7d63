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
      sections: { groups: { title: 'Groups of a directory', about: 'Groups that a directory has put you in.' } },
    },
    kept: 'until the directory deletes it',
    archived: { key: 'id' },
  },
} as const satisfies NodeTable;

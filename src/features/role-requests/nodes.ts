// The nodes of what needs a second admin.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const approvalNodes = {
  Approval: {
    holds: 'What an admin requested and a second one decides.',
    most: {
      ofPerson: 'one of each kind can wait, for 30 days; a changed sign-in waits until it is decided',
      ofTenant: 'at most `maxApprovals` 200 wait, not counting changed sign-ins',
    },
    hasPersonalText: true,
    erased: { by: ['role-requests/erase_person'] },
    exported: {
      by: ['role-requests/export_person'],
      sections: {
        approvals: {
          title: { en: 'Requests', de: 'Anträge' },
          about: {
            en: 'What waits for a second admin and is about you, or requested by you.',
            de: 'Was auf einen zweiten Admin wartet und von Ihnen handelt oder von Ihnen beantragt ist.',
          },
        },
      },
    },
    kept: 'until it is decided or ends',
    archived: {},
    notFound: { codes: ['APPROVAL_NOT_FOUND'] },
  },
} as const satisfies NodeTable;

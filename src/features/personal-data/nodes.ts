// The nodes of retention.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const retentionNodes = {
  RetentionRun: {
    holds: 'When the retention of the tenant runs next, by which rules, and what it has deleted.',
    most: { ofTenant: '1' },
    hasPersonalText: false,
    erased: 'it names nobody',
    exported: 'rules and counts of the organisation',
    kept: 'until the tenant is deleted',
    archived: { late: 'always' },
  },
} as const satisfies NodeTable;

// The nodes of the schema.
import type { NodeTable } from '../nodes.ts';

export const schemaNodes = {
  Migration: {
    holds: 'A migration of the schema that was applied.',
    most: { ofTenant: 'none; one for each migration file' },
    hasPersonalText: false,
    erased: 'it is about nobody',
    exported: 'it belongs to no tenant',
    kept: 'always',
    archived: 'it belongs to no tenant',
  },
  LaterMigration: {
    holds: 'The same, as release 0.3.0 wrote its last ones.',
    most: { ofTenant: 'none: release 0.3.0 wrote them' },
    hasPersonalText: false,
    erased: 'it is about nobody',
    exported: 'it belongs to no tenant',
    kept: 'always',
    archived: 'it belongs to no tenant',
  },
} as const satisfies NodeTable;

// The nodes of the schema.
import type { NodeTable } from '../nodes.ts';

export const schemaNodes = {
  Migration: {
    holds: 'A migration of the schema that was applied.',
    most: { ofTenant: 'none: one of a file of this folder' },
    hasPersonalText: false,
    erased: 'it is about nobody',
    exported: 'it belongs to no tenant',
    kept: 'always',
    archived: 'it belongs to no tenant',
  },
  LaterMigration: {
    holds: 'The same, of a migration that an older release must not see.',
    most: { ofTenant: 'none: one of a file of this folder' },
    hasPersonalText: false,
    erased: 'it is about nobody',
    exported: 'it belongs to no tenant',
    kept: 'always',
    archived: 'it belongs to no tenant',
  },
} as const satisfies NodeTable;

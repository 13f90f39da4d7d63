// The line that an import adds to the erasure log: from there on, an earlier deletion of the tenant is not repeated.
import type { ErasureEntry, ErasureLog } from '../org/erasure-log.ts';

export type ImportEntry = {
  /** Adds the line. To be called before the commit: without the line, a repeat would delete the imported tenant. */
  append: () => Promise<void>;
  isWritten: () => boolean;
  /** For an import that was not committed: a tenant that was deleted before counts as deleted again. */
  revoke: () => Promise<void>;
};

/** @param entries the log as it is before the import */
export function createImportEntry(
  tenantId: string,
  erasures: Pick<ErasureLog, 'append'>,
  entries: readonly ErasureEntry[],
): ImportEntry {
  const isOfTenant = (entry: ErasureEntry): boolean =>
    (entry.kind === 'tenant' || entry.kind === 'import') && entry.tenantId === tenantId;
  const wasDeleted = entries.findLast(isOfTenant)?.kind === 'tenant';
  const append = (kind: 'tenant' | 'import'): Promise<void> =>
    erasures.append({ kind, tenantId, at: new Date().toISOString() });
  let isWritten = false;
  return {
    async append() {
      await append('import');
      isWritten = true;
    },
    isWritten: () => isWritten,
    async revoke() {
      if (isWritten && wasDeleted) await append('tenant');
      isWritten = false;
    },
  };
}

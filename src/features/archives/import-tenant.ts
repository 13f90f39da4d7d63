// Imports a tenant from an archive. Nobody can use it, and no worker starts on it, until all of it is there.
import type { GraphClient } from '../../platform/graph/client.ts';
import type { ExactGraph } from '../../platform/graph/exact/exact-graph.ts';
import { listAppliedMigrations } from '../../platform/graph/queries/migrations.ts';
import { deleteTenantNodes } from '../personal-data/delete-tenant.ts';
import type { ErasureEntry, ErasureLog } from '../personal-data/erasure-log.ts';
import { repeatErasures } from '../personal-data/repeat-erasures.ts';
import { queryWholeTenant } from '../../platform/graph/exact/whole-tenant.ts';
import type { FileStorage, TenantFiles } from '../../platform/storage/file-storage.ts';
import { writeTenant } from './write-tenant.ts';
import {
  checkArchive,
  countLine,
  createCounts,
  sumCounts,
  type AppliedMigration,
  type Counts,
  type FileLine,
  type Header,
  type Line,
} from './format.ts';

export type ImportServices = {
  graph: GraphClient;
  openExact: (tenantId: string) => ExactGraph;
  files: FileStorage;
  erasures: ErasureLog;
};
/**
 * `removed` is the number of nodes that an interrupted import had left, `erasedAgain` the number of people who were erased again
 * because the erasure log lists them, and `endedServices` the number of service tokens, which do not move with the tenant.
 */
type ImportedTenant = {
  id: string;
  slug: string;
  exportedAt: string;
  removed: number;
  erasedAgain: number;
  endedServices: number;
} & Counts;

/**
 * Imports a tenant under its own id. People come without access, and what workers start from comes last, in one
 * transaction with the tenant itself and everyone's access. If it throws, everything written is deleted again; after a
 * crash the nodes that are left belong to no tenant, and the next import deletes them. Files that were there before
 * stay: another database may need them.
 *
 * The erasure log gets a line before the commit, so that a tenant that was deleted earlier is not deleted again after a
 * restore. People of the archive who are in the log are erased again.
 *
 * @throws {Error} if the archive is damaged or of another schema, or the id or the slug is taken, or the erasure log
 *   cannot be read; nothing is written then. Also if the people in the log could not be erased again; the tenant is
 *   there then
 */
export async function importTenant(
  { graph, openExact, files, erasures }: ImportServices,
  file: string,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<ImportedTenant> {
  const { header, counts } = await checkArchive(file);
  const { id, slug } = header.tenant;
  await assertSameSchema(graph, header);
  await assertFree(graph, header);
  const entry = createImportEntry(id, erasures, await erasures.read());
  const [{ count: removed } = { count: 0 }] = await queryWholeTenant<{ count: number }>(
    graph,
    id,
    'tenants/count_nodes',
  );
  if (removed > 0) await deleteTenantNodes(graph, id);
  const store = createImportFiles(files.forTenant(id));
  const exact = openExact(id);
  const total = sumCounts(counts);
  const read = createCounts();
  const step = (lines: Line[]): void => {
    for (const line of lines) countLine(read, line);
    progress(sumCounts(read), total);
  };
  let endedServices;
  try {
    const writing = { header, counts, step, writeFile: store.write, beforeCommit: entry.append };
    endedServices = await writeTenant(exact, file, writing);
  } catch (error) {
    await removeRest({ graph, store, entry }, header, error);
    throw error;
  } finally {
    await exact.close();
  }
  const erasedAgain = await eraseAgain({ graph, files, erasures }, header);
  return { id, slug, exportedAt: header.exportedAt, removed, erasedAgain, endedServices, ...counts };
}

/** The archive may be older than erasures of its people. Returns how many of them were in it. */
async function eraseAgain(
  { graph, files, erasures }: Pick<ImportServices, 'graph' | 'files' | 'erasures'>,
  { tenant: { id, slug } }: Header,
): Promise<number> {
  try {
    const entries = (await erasures.read()).filter((entry) => entry.kind === 'person' && entry.tenantId === id);
    return (await repeatErasures({ graph, files }, entries, { now: new Date() })).people;
  } catch (cause) {
    const message = `${slug} was imported, but people who were erased after the export could not be erased again`;
    throw new Error(`${message}: run "checkin erasures repeat" before anyone uses it.`, { cause });
  }
}

/**
 * The line that an import adds to the erasure log: from there on, an earlier deletion of the tenant is not repeated.
 *
 * @param entries the log as it is before the import
 */
function createImportEntry(tenantId: string, erasures: Pick<ErasureLog, 'append'>, entries: readonly ErasureEntry[]) {
  const isOfTenant = (entry: ErasureEntry): boolean =>
    (entry.kind === 'tenant' || entry.kind === 'import') && entry.tenantId === tenantId;
  const wasDeleted = entries.findLast(isOfTenant)?.kind === 'tenant';
  const append = (kind: 'tenant' | 'import'): Promise<void> =>
    erasures.append({ kind, tenantId, at: new Date().toISOString() });
  let isWritten = false;
  return {
    /** Adds the line. To be called before the commit: without the line, a repeat would delete the imported tenant. */
    append: async (): Promise<void> => {
      await append('import');
      isWritten = true;
    },
    isWritten: () => isWritten,
    /** For an import that was not committed: a tenant that was deleted before counts as deleted again. */
    async revoke() {
      if (isWritten && wasDeleted) await append('tenant');
      isWritten = false;
    },
  };
}

/** Stores files. Another database may have the same files of the tenant in the same storage: they are left alone. */
function createImportFiles(store: TenantFiles) {
  const written: string[] = [];
  return {
    /** Stores a file unless it is there. @throws {Error} if a file with its id and other content is there */
    write: async ({ file, content }: FileLine): Promise<void> => {
      const bytes = Buffer.from(content, 'base64');
      const existing = await store.read(file);
      if (existing?.equals(bytes)) return;
      if (existing) throw new Error(`The file storage has another PDF ${file} of this tenant; nothing was imported.`);
      written.push(file);
      await store.put(file, bytes);
    },
    async removeWritten() {
      for (const id of written) await store.remove(id);
    },
  };
}

type Written = {
  graph: GraphClient;
  store: ReturnType<typeof createImportFiles>;
  entry: ReturnType<typeof createImportEntry>;
};

/** Deletes what a failed import has written, unless the tenant exists after all. */
async function removeRest({ graph, store, entry }: Written, header: Header, cause: unknown): Promise<void> {
  try {
    if ((await findConflict(graph, header)).hasId) return;
    await entry.revoke();
    await deleteTenantNodes(graph, header.tenant.id);
    await store.removeWritten();
  } catch {
    throw new Error(entry.isWritten() ? unknownOutcome : unremovedRest, { cause });
  }
}
const unremovedRest =
  'The import failed, and its rest could not be deleted. Nobody can use it; the next import deletes it.';
const unknownOutcome =
  'It is unknown whether the import was committed: see "checkin tenant list". If the tenant is not there, import it again.';

/** @throws {Error} unless the database has the migrations of the archive from the baseline on, no more and no fewer */
async function assertSameSchema(graph: GraphClient, header: Header): Promise<void> {
  const applied = await listAppliedMigrations(graph);
  const format = (list: AppliedMigration[]): string => list.map((one) => `${one.version} ${one.checksum}`).join();
  if (format(applied) === format(header.migrations)) return;
  const [theirs, ours] = [header.migrations, applied].map((list) => list.at(-1)?.version ?? 'none');
  throw new Error(
    theirs === ours
      ? `The archive has other migrations than this database up to ${ours}.`
      : `The archive has the schema ${theirs}, this database ${ours}: migrate the older of the two, and export again.`,
  );
}

type Conflict = { hasId: boolean; hasSlug: boolean };

function findConflict(graph: GraphClient, { tenant: { id, slug } }: Header): Promise<Conflict> {
  return graph.bind({ tenantId: id }).one<Conflict>('tenants/find_conflict', { slug });
}

async function assertFree(graph: GraphClient, header: Header): Promise<void> {
  const { id, slug } = header.tenant;
  const { hasId, hasSlug } = await findConflict(graph, header);
  if (hasId) throw new Error(`The tenant ${slug} (${id}) exists in this database; nothing was imported.`);
  if (hasSlug) throw new Error(`Another tenant has the slug ${slug}; nothing was imported.`);
}

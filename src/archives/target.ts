// What a database must be like for a tenant to be imported into it.
import type { GraphClient } from '../graph/client.ts';
import type { AppliedMigration, Header } from './format.ts';

/** @throws {Error} unless the database has the migrations of the archive, no more and no fewer */
export async function assertSameSchema(graph: GraphClient, header: Header): Promise<void> {
  const applied = await graph.transaction({}, (tx) => tx.run<AppliedMigration>('tenants/applied_migrations'));
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

/** Says which of its id and its slug the database has. */
export function findConflict(graph: GraphClient, { tenant: { id, slug } }: Header): Promise<Conflict> {
  return graph.bind({ tenantId: id }).one<Conflict>('tenants/find_conflict', { slug });
}

/** @throws {Error} if the database has a tenant with the id or the slug */
export async function assertFree(graph: GraphClient, header: Header): Promise<void> {
  const { id, slug } = header.tenant;
  const { hasId, hasSlug } = await findConflict(graph, header);
  if (hasId) throw new Error(`The tenant ${slug} (${id}) exists in this database; nothing was imported.`);
  if (hasSlug) throw new Error(`Another tenant has the slug ${slug}; nothing was imported.`);
}

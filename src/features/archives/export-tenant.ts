// Exports a whole tenant to an archive: every node, relationship and file.
import { encodeProperties } from '../../platform/graph/exact/exact-values.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import type { ExactGraph } from '../../platform/graph/exact/exact-graph.ts';
import { listAppliedMigrations } from '../../platform/graph/queries/migrations.ts';
import { queryWholeTenant } from '../../platform/graph/exact/whole-tenant.ts';
import { getUnreadLimit } from '../profiles/unread-imports.ts';
import type { TenantFiles } from '../../platform/storage/file-storage.ts';
import { pluralize } from '../../platform/lib/pluralize.ts';
import { archivedLabels, listLateRules, listNodeKeys } from '../personal-data/table-of-nodes.ts';
import { createLineWriter, formatVersion, type Counts, type NodeLine, type RelationshipLine } from './format.ts';

const charactersPerPiece = 256 * 1_024;

type ArchiveServices = { graph: GraphClient; exact: ExactGraph; files: TenantFiles };
type Options = {
  now: () => Date;
  progress?: (done: number, total: number) => void;
  /** Called before the last piece. */
  onEnd?: (counts: Counts) => void;
};

type NodeRow = { labels: string[]; properties: Record<string, unknown> };
type FileRow = { fileId: string; isNeeded: boolean };
type RelationshipRow = { type: string; properties: Record<string, unknown> } & Record<
  'startLabel' | 'startKey' | 'endLabel' | 'endKey',
  string | null
>;

/**
 * Yields the text of the archive in pieces. Nothing is held but the piece and one file, so a tenant may be of any size.
 *
 * @throws {Error} if the tenant has faults of its own, a worker is at one of its events, a PDF that it needs is
 *   missing, or it changed during the export
 */
export async function* exportTenant(
  { graph, exact, files }: ArchiveServices,
  tenant: { id: string; slug: string },
  { now, progress = () => undefined, onEnd = () => undefined }: Options,
): AsyncGenerator<string, void, void> {
  await assertConsistent(graph, tenant.id);
  const before = await readState(exact, now());
  if (before.leased > 0) {
    const items = pluralize(before.leased, 'event or webhook', 'events or webhooks');
    throw new Error(`Workers are at ${items} of this tenant. Stop them, wait half a minute, and export again.`);
  }
  const writer = createLineWriter();
  let piece = '';
  let done = 0;
  const add = (text: string): boolean => {
    piece += text;
    done += 1;
    return piece.length >= charactersPerPiece;
  };
  const takePiece = (): string => {
    const text = piece;
    piece = '';
    progress(Math.min(done, before.items), before.items);
    return text;
  };

  const late = listLateRules();
  const migrations = await listAppliedMigrations(graph);
  const archive = 'team-check-in tenant';
  add(writer.header({ archive, format: formatVersion, exportedAt: now().toISOString(), tenant, migrations }));
  for await (const row of exact.stream<NodeRow>('archives/nodes', { late, isLate: false })) {
    if (add(writer.line(toNodeLine(row)))) yield takePiece();
  }
  for await (const row of exact.stream<RelationshipRow>('archives/relationships', { keys: listNodeKeys() })) {
    if (add(writer.line(toRelationshipLine(row)))) yield takePiece();
  }
  const createdAfter = getUnreadLimit(now());
  for (const { fileId, isNeeded } of await exact.run<FileRow>('archives/files', { createdAfter })) {
    const bytes = await files.read(fileId);
    if (!bytes && isNeeded) throw missingFile(fileId);
    if (bytes && add(writer.line({ file: fileId, content: bytes.toString('base64') }))) yield takePiece();
  }
  for await (const row of exact.stream<NodeRow>('archives/nodes', { late, isLate: true })) {
    if (add(writer.line({ ...toNodeLine(row), late: true }))) yield takePiece();
  }
  const after = await readState(exact, now());
  if (after.text !== before.text) {
    throw new Error('The tenant changed during the export. Stop its workers, refuse its requests, and export again.');
  }
  add(writer.line({ tenant: encodeProperties(after.tenant) }));
  onEnd(writer.counts);
  add(writer.end());
  yield takePiece();
}

function missingFile(id: string): Error {
  return new Error(
    `The PDF ${id} is not in the file storage. Set FILES_DIR or FILES_BUCKET as for the servers. If it is lost, reject its import, or ` +
      'import the profile again.',
  );
}

/**
 * @throws {Error} if nodes or relationships do not belong to the tenant as a whole: they could not be found, or not be
 * moved
 */
async function assertConsistent(graph: GraphClient, tenantId: string): Promise<void> {
  const checks = ['organisation/check/mislabelled_nodes', 'organisation/check/cross_tenant_relationships'] as const;
  for (const name of checks) {
    const [fault] = await queryWholeTenant(graph, tenantId, name);
    if (fault) throw new Error('The tenant has faults that "checkin org check" lists; they must be removed first.');
  }
}

type State = {
  tenant: Record<string, unknown>;
  outbox: unknown[];
  webhooks: unknown[];
  nodes: unknown;
  relationships: unknown;
};

/** Reads what shows a change: `text` differs after most of them. */
async function readState(exact: ExactGraph, now: Date) {
  const [row] = await exact.run<State>('archives/state', { now: now.toISOString() });
  if (!row) throw new Error('The tenant no longer exists.');
  const { tenant, ...figures } = row;
  const { nodes, relationships, outbox, webhooks } = figures;
  return {
    tenant,
    items: Number(nodes) + Number(relationships),
    leased: Number(outbox.at(-1)) + Number(webhooks.at(-1)),
    text: JSON.stringify([tenant, figures].map(encodeProperties)),
  };
}

function toNodeLine({ labels, properties }: NodeRow): NodeLine {
  const unknown = labels.find((label) => !archivedLabels.includes(label));
  if (unknown) throw new Error(`The tenant has nodes of the label ${unknown}, which an archive cannot hold.`);
  return { node: labels, properties: encodeProperties(properties) };
}

function toRelationshipLine(row: RelationshipRow): RelationshipLine {
  const { type, properties, startLabel, startKey, endLabel, endKey } = row;
  if (startLabel === null || startKey === null || endLabel === null || endKey === null) {
    throw new Error(`A relationship ${type} joins nodes that an archive cannot name.`);
  }
  return {
    relationship: type,
    from: [startLabel, startKey],
    to: [endLabel, endKey],
    properties: encodeProperties(properties),
  };
}

// Imports a tenant from an archive. Nobody can use it, and no worker starts on it, until all of it is there.
import type { GraphClient } from '../graph/client.ts';
import { decodeProperties } from '../graph/exact-values.ts';
import type { ExactGraph, RunExact } from '../graph/exact-graph.ts';
import { deleteTenantData } from '../org/delete-tenant.ts';
import type { ErasureServices } from '../org/erasure-log.ts';
import { queryWholeTenant } from '../org/whole-tenant.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { assertFree, assertSameSchema, findConflict } from './target.ts';
import { archivedLabels, checkArchive, countLine, createCounts, readLines, sumCounts } from './format.ts';
import type { Counts, Header, Line, NodeLine, RelationshipLine, TenantLine } from './format.ts';

const batchSize = 1_000;
/** Sweeps delete nodes of these labels when they are old, perhaps before the import ends. */
const sweptLabels = ['IdempotencyRecord', 'OutboxEvent', 'WebhookDelivery'];

export type ImportServices = {
  graph: GraphClient;
  openExact: (tenantId: string) => ExactGraph;
  files: FileStorage;
  erasures: ErasureServices['erasures'];
};
/** `removed` is the number of nodes that an interrupted import had left. */
export type ImportedTenant = { id: string; slug: string; removed: number } & Counts;

/**
 * Imports a tenant under its own id. People come without access, and what workers start from comes last, in one transaction with
 * the tenant itself and everyone's access. If it throws, everything written is deleted again; after a crash the nodes that are left
 * belong to no tenant, and the next import deletes them. The erasure log gets a line, so that a restore does not delete the tenant.
 *
 * @throws {Error} if the archive is damaged or of another schema, or the id or the slug is taken; nothing is written then
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
  const [{ count: removed } = { count: 0 }] = await queryWholeTenant<{ count: number }>(
    graph,
    'tenants/count_nodes',
    id,
  );
  if (removed > 0) await deleteTenantData(graph, files, id);
  const exact = openExact(id);
  const total = sumCounts(counts);
  const read = createCounts();
  const step = (lines: Line[]): void => {
    for (const line of lines) countLine(read, line);
    progress(sumCounts(read), total);
  };
  try {
    await write(exact, files, file, { header, counts, step });
  } catch (error) {
    await removeRest(graph, files, header, error);
    throw error;
  } finally {
    await exact.close();
  }
  await erasures.append({ kind: 'import', tenantId: id, at: new Date().toISOString() }).catch((cause: unknown) => {
    const message = `${slug} was imported, but the erasure log could not be written: if the tenant was deleted before, a restore`;
    throw new Error(`${message} deletes it. See ERASURE_LOG.`, { cause });
  });
  return { id, slug, removed, ...counts };
}

type Writing = { header: Header; counts: Counts; step: (lines: Line[]) => void };

async function write(exact: ExactGraph, files: FileStorage, file: string, writing: Writing): Promise<void> {
  const { header, counts, step } = writing;
  const store = files.forTenant(header.tenant.id);
  const groups = groupLines(readLines(file));
  let group = await groups.next();
  for (; !group.done && group.value.kind !== 'late'; group = await groups.next()) {
    const { kind, lines } = group.value;
    if (kind === 'node') await createNodes(exact.write, header, lines as NodeLine[]);
    if (kind === 'relationship') await createRelationships(exact.write, lines as RelationshipLine[]);
    for (const line of lines) if ('file' in line) await store.put(line.file, Buffer.from(line.content, 'base64'));
    step(lines);
  }
  await exact.transaction(async (run) => {
    for (; !group.done; group = await groups.next()) {
      const { lines } = group.value;
      await createNodes(
        run,
        header,
        lines.filter((line) => 'node' in line),
      );
      for (const line of lines) if ('tenant' in line) await createTenant(run, header, line);
      step(lines);
    }
    await run('archives/activate_people');
    await assertComplete(run, counts);
  });
}

type Kind = 'node' | 'relationship' | 'file' | 'late';
const toKind = (line: Line): Kind => {
  if ('tenant' in line || ('node' in line && line.late)) return 'late';
  if ('node' in line) return 'node';
  return 'relationship' in line ? 'relationship' : 'file';
};

/** Groups successive lines of a kind. A file is a group of its own: it may be large. */
async function* groupLines(lines: AsyncIterable<Line>): AsyncGenerator<{ kind: Kind; lines: Line[] }, void, void> {
  let group: { kind: Kind; lines: Line[] } | undefined;
  for await (const line of lines) {
    const kind = toKind(line);
    if (group && (group.kind !== kind || kind === 'file' || group.lines.length >= batchSize)) {
      yield group;
      group = undefined;
    }
    group ??= { kind, lines: [] };
    group.lines.push(line);
  }
  if (group) yield group;
}

/** Creates nodes. Until the end, people have no access. */
async function createNodes(run: RunExact, { tenant }: Header, lines: NodeLine[]): Promise<void> {
  if (lines.length === 0) return;
  const nodes = lines.map(({ node: labels, properties }) => {
    if (labels.length === 0 || !labels.every((label) => archivedLabels.includes(label))) {
      throw new Error(`The archive has a node with the labels "${labels.join(', ')}".`);
    }
    if (properties['tenantId'] !== tenant.id) throw new Error('The archive has a node of another tenant.');
    const waits = labels.includes('User') && properties['active'] === true;
    const staged = waits ? { ...properties, active: false, isActiveAfterImport: true } : properties;
    return { labels, properties: decodeProperties(staged) };
  });
  assertCreated(await run('archives/create_nodes', { nodes }), lines);
}

async function createRelationships(run: RunExact, lines: RelationshipLine[]): Promise<void> {
  const links = lines.map(({ relationship: type, from, to, properties }) => ({
    type,
    properties: decodeProperties(properties),
    start: { [from[0]]: from[1] },
    end: { [to[0]]: to[1] },
  }));
  assertCreated(await run('archives/create_relationships', { links }), lines);
}

function assertCreated([row]: Record<string, unknown>[], lines: Line[]): void {
  if (Number(row?.['count']) !== lines.length) {
    throw new Error('A part of the archive could not be created; nothing was imported.');
  }
}

async function createTenant(run: RunExact, { tenant }: Header, line: TenantLine): Promise<void> {
  const { id, slug } = line.tenant;
  if (id !== tenant.id || slug !== tenant.slug) throw new Error('The archive holds another tenant than it says.');
  await run('tenants/restore', { properties: decodeProperties(line.tenant) });
}

/** @throws {Error} if something else wrote to the tenant during the import */
async function assertComplete(run: RunExact, { nodes, relationships }: Counts): Promise<void> {
  const [row] = await run<{ nodes: [string, string][]; relationships: string }>('archives/count');
  const written = new Map(row?.nodes);
  const isComplete = [...new Set([...written.keys(), ...Object.keys(nodes)])].every((label) => {
    const [expected, actual] = [nodes[label] ?? 0, Number(written.get(label) ?? 0)];
    return sweptLabels.includes(label) ? actual <= expected : actual === expected;
  });
  if (isComplete && Number(row?.relationships) === relationships) return;
  throw new Error('Something else wrote to the tenant during the import; nothing was imported. Import it again.');
}

/** Deletes what a failed import has written, unless the tenant exists after all. */
async function removeRest(graph: GraphClient, files: FileStorage, header: Header, cause: unknown): Promise<void> {
  try {
    if (!(await findConflict(graph, header)).hasId) await deleteTenantData(graph, files, header.tenant.id);
  } catch {
    const message =
      'The import failed, and its rest could not be deleted. Nobody can use it; the next import deletes it.';
    throw new Error(message, { cause });
  }
}

// Writes the lines of an archive: what workers start from, and the tenant itself, in the last transaction.
import { decodeProperties } from '../../platform/graph/exact/exact-values.ts';
import type { ExactGraph, RunExact } from '../../platform/graph/exact/exact-graph.ts';
import { archivedLabels, nodes as rows } from '../personal-data/table-of-nodes.ts';
import {
  readLines,
  type Counts,
  type FileLine,
  type Header,
  type Line,
  type NodeLine,
  type RelationshipLine,
  type TenantLine,
} from './format.ts';

const batchSize = 1_000;

type Writing = {
  header: Header;
  counts: Counts;
  step: (lines: Line[]) => void;
  writeFile: (line: FileLine) => Promise<void>;
  /** Called when everything is written. */
  beforeCommit: () => Promise<void>;
};

/** Writes all lines of a checked archive. Returns the number of service tokens, which are no longer valid. */
export async function writeTenant(
  exact: ExactGraph,
  file: string,
  { header, counts, step, writeFile, beforeCommit }: Writing,
): Promise<number> {
  const groups = groupLines(readLines(file));
  let group = await groups.next();
  for (; !group.done && group.value.kind !== 'late'; group = await groups.next()) {
    const { kind, lines } = group.value;
    if (kind === 'node') await createNodes(exact.run, header, lines as NodeLine[]);
    if (kind === 'relationship') await createRelationships(exact.run, lines as RelationshipLine[]);
    for (const line of lines) if ('file' in line) await writeFile(line);
    step(lines);
  }
  return exact.transaction(async (run) => {
    for (; !group.done; group = await groups.next()) {
      const { lines } = group.value;
      const nodes = lines.filter((line) => 'node' in line);
      await createNodes(run, header, nodes);
      for (const line of lines) if ('tenant' in line) await createTenant(run, header, line);
      step(lines);
    }
    await run('archives/activate_people');
    await assertComplete(run, counts);
    const [services] = await run('archives/delete_service_tokens');
    await beforeCommit();
    return Number(services?.['count']);
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

/** Whether a sweep deletes such nodes when they are old, perhaps before the import ends. */
function isSwept(label: string): boolean {
  const archived = rows[label]?.archived;
  return typeof archived === 'object' && archived.isSwept === true;
}

/** @throws {Error} if something else wrote to the tenant during the import */
async function assertComplete(run: RunExact, { nodes, relationships }: Counts): Promise<void> {
  const [row] = await run<{ nodes: [string, string][]; relationships: string }>('archives/count');
  const written = new Map(row?.nodes);
  const isComplete = [...new Set([...written.keys(), ...Object.keys(nodes)])].every((label) => {
    const expected = nodes[label] ?? 0;
    const actual = Number(written.get(label) ?? 0);
    return isSwept(label) ? actual <= expected : actual === expected;
  });
  if (isComplete && Number(row?.relationships) === relationships) return;
  throw new Error('Something else wrote to the tenant during the import; nothing was imported. Import it again.');
}

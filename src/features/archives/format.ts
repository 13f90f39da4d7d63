// The file of an archive: one JSON document a line, from a header to an end with counts and a checksum.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { JsonProperties } from '../../platform/graph/exact/exact-values.ts';
import { isStoredUuid } from '../../platform/schema/values.ts';
import { validateSlug } from '../organisation/tenants/tenants.ts';

export const formatVersion = 1;

export type AppliedMigration = { version: string; checksum: string };
/** How much an archive contains. `nodes` counts by label and leaves out the tenant itself. */
export type Counts = { nodes: Record<string, number>; relationships: number; files: number };
type End = [label: string, key: string];

export type Header = {
  archive: 'team-check-in tenant';
  format: number;
  exportedAt: string;
  tenant: { id: string; slug: string };
  migrations: AppliedMigration[];
};
/** `late` is a node that is created last, because workers start from it. */
export type NodeLine = { node: string[]; late?: true; properties: JsonProperties };
export type RelationshipLine = { relationship: string; from: End; to: End; properties: JsonProperties };
export type FileLine = { file: string; content: string };
export type TenantLine = { tenant: JsonProperties };
export type Line = NodeLine | RelationshipLine | FileLine | TenantLine;
type EndLine = { end: Counts & { sha256: string } };

/** Creates empty counts. */
export const createCounts = (): Counts => ({ nodes: {}, relationships: 0, files: 0 });

/** Counts a line. */
export function countLine(counts: Counts, line: Line): void {
  if ('node' in line) for (const label of line.node) counts.nodes[label] = (counts.nodes[label] ?? 0) + 1;
  if ('relationship' in line) counts.relationships += 1;
  if ('file' in line) counts.files += 1;
}

/** How many lines there are of these counts, for a progress bar. */
export function sumCounts({ nodes, relationships, files }: Counts): number {
  return Object.values(nodes).reduce((sum, count) => sum + count, relationships + files);
}

/** Writes lines as text, and ends with the counts and the checksum of the text before. */
export function createLineWriter() {
  const hash = createHash('sha256');
  const counts = createCounts();
  const write = (line: Header | Line): string => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    return text;
  };
  return {
    counts,
    header: (header: Header): string => write(header),
    line(line: Line): string {
      countLine(counts, line);
      return write(line);
    },
    end(): string {
      const line: EndLine = { end: { ...counts, sha256: hash.digest('hex') } };
      return `${JSON.stringify(line)}\n`;
    },
  };
}

/**
 * Reads a whole archive and checks that it is complete and unchanged.
 *
 * @throws {Error} if it is not an archive, of another format, truncated or changed
 */
export async function checkArchive(file: string): Promise<{ header: Header; counts: Counts }> {
  const hash = createHash('sha256');
  const counts = createCounts();
  let header: Header | undefined;
  let end: EndLine['end'] | undefined;
  for await (const text of readTextLines(file)) {
    const line = parseLine(file, text);
    if (!header) header = toHeader(file, line);
    else if (end) throw damaged(file);
    else if (isEnd(line)) end = line.end;
    else countLine(counts, line as Line);
    if (!end) hash.update(`${text}\n`);
  }
  if (!header || !end) throw damaged(file);
  const { sha256, ...expected } = end;
  if (sha256 !== hash.digest('hex') || !hasSameCounts(expected, counts)) throw damaged(file);
  return { header, counts };
}

/** Reads the lines of a checked archive, without header and end. */
export async function* readLines(file: string): AsyncGenerator<Line, void, void> {
  let isFirst = true;
  for await (const text of readTextLines(file)) {
    const line = parseLine(file, text);
    if (!isFirst && !isEnd(line)) yield line as Line;
    isFirst = false;
  }
}

/** node:readline also ends lines at U+2028, which texts may contain. An end without a line feed is yielded as well. */
async function* readTextLines(file: string): AsyncGenerator<string, void, void> {
  let parts: string[] = [];
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const [first = '', ...more] = chunk.split('\n');
    parts.push(first);
    for (const next of more) {
      yield parts.join('');
      parts = [next];
    }
  }
  if (parts.some((part) => part !== '')) yield parts.join('');
}

function parseLine(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(file);
  }
}

function toHeader(file: string, line: unknown): Header {
  const header = line as Partial<Header> | null;
  if (header?.archive !== 'team-check-in tenant') throw new Error(`${file} is not an archive of a tenant.`);
  if (header.format !== formatVersion) {
    throw new Error(`${file} has format ${header.format}; this version reads format ${formatVersion}.`);
  }
  if (!isTenant(header.tenant)) throw damaged(file);
  return header as Header;
}

/** Two ids that differ only in hyphens give one label: with another form of id, an import would write to a living tenant. */
const isTenant = (tenant: Partial<Header['tenant']> | undefined | null): boolean =>
  isStoredUuid(tenant?.id) && typeof tenant.slug === 'string' && validateSlug(tenant.slug) === null;

const isEnd = (line: unknown): line is EndLine => typeof line === 'object' && line !== null && 'end' in line;

const hasSameCounts = (one: Counts, other: Counts): boolean =>
  one.relationships === other.relationships &&
  one.files === other.files &&
  [...new Set([...Object.keys(one.nodes), ...Object.keys(other.nodes)])].every(
    (label) => one.nodes[label] === other.nodes[label],
  );

function damaged(file: string): Error {
  return new Error(`${file} is truncated or was changed; nothing was imported.`);
}

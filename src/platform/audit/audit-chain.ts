// The hash chain of the audit log of a tenant: entries get their place in it after their commit, and are verified by it.
import { createHash } from 'node:crypto';
import type { Graph, GraphClient, Rows } from '../graph/client.ts';

/** What an entry says, with its place and its hash. Times are texts as the database prints them. */
export type ChainedEntry = { id: string; sequence: number; hash: string; [property: string]: unknown };
type Content = { id: string; [property: string]: unknown };
type ChainEnd = { sequence: number; hash: string };
type StoredChain = {
  lastSequence: number;
  lastHash: string;
  sweptThrough: number;
  sweptHash: string;
  pending: number;
};

const batchSize = 1_000;
/** Reading a million entries takes minutes. */
const scanWithinMs = 600_000;

/** Returns the hash of an entry behind another: SHA-256 of that one's hash and of what it says, its keys in order. */
function hashEntry(previousHash: string, sequence: number, content: Content): string {
  const named = Object.entries({ ...content, sequence }).filter(([name]) => name !== 'hash');
  const text = JSON.stringify(named.sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(`${previousHash}\n${text}`).digest('hex');
}

/**
 * Gives entries of all tenants that have none a place in the chain of their tenant. Nobody who writes an entry waits for it.
 * Any number of processes may do it at once.
 *
 * @returns whether another call may find more to do
 */
export async function chainEntries(graph: GraphClient, publisherId: string): Promise<boolean> {
  type Pending = { tenantId: string; lastSequence: number; lastHash: string; content: Content };
  return graph.transaction({}, async (tx) => {
    const pending = await tx.rows<Pending>('audit/lock_pending', { publisherId, limit: batchSize });
    if (pending.length === 0) return false;
    const ends = new Map<string, ChainEnd>();
    const rows = pending.map(({ tenantId, lastSequence, lastHash, content }) => {
      const last = ends.get(tenantId) ?? { sequence: lastSequence, hash: lastHash };
      const sequence = last.sequence + 1;
      const end = { sequence, hash: hashEntry(last.hash, sequence, content) };
      ends.set(tenantId, end);
      return { tenantId, id: content.id, ...end };
    });
    const toEnd = ([tenantId, { sequence, hash }]: [string, ChainEnd]) => ({
      tenantId,
      lastSequence: sequence,
      lastHash: hash,
    });
    await tx.rows('audit/append', { rows, ends: [...ends].map(toEnd) });
    return pending.length === batchSize;
  });
}

/** A fault of a chain. `sequence` is the place where it was found. */
type ChainFault = { sequence: number; id?: string; fault: 'changed' | 'missing' | 'added' | 'other head' };
/** `head` is the last entry. A later verification needs it to notice that a chain was replaced. `pending` entries have no place yet. */
export type ChainReport = { entries: number; pending: number; head: ChainEnd | null; faults: ChainFault[] };

/** The faults that a report names at most. */
const maxFaults = 50;

/**
 * Verifies the chain of a tenant, from the oldest entry that is kept.
 *
 * @param known the head of an earlier look: the chain must contain it
 */
export async function verifyChain(graph: Graph, known?: ChainEnd): Promise<ChainReport> {
  const chain = await readEnds(graph);
  const faults: ChainFault[] = [];
  const add = (fault: ChainFault): void => void (faults.length < maxFaults && faults.push(fault));
  let entries = 0;
  let last: ChainEnd = { sequence: chain.sweptThrough, hash: chain.sweptHash };
  for await (const page of readChain(graph, chain.lastSequence)) {
    for (const entry of page) {
      const { sequence, hash, id } = entry;
      entries += 1;
      if (sequence <= last.sequence) add({ ...toFault(sequence, 'added'), id });
      else if (sequence > last.sequence + 1) add(toFault(last.sequence + 1, 'missing'));
      else if (hashEntry(last.hash, sequence, entry) !== hash) add({ ...toFault(sequence, 'changed'), id });
      if (known?.sequence === sequence && known.hash !== hash) add(toFault(sequence, 'other head'));
      last = { sequence, hash };
    }
  }
  if (known?.sequence === chain.sweptThrough && known.hash !== chain.sweptHash)
    add(toFault(known.sequence, 'other head'));
  if (last.sequence < chain.lastSequence) add(toFault(last.sequence + 1, 'missing'));
  else if (last.hash !== chain.lastHash) add(toFault(last.sequence, 'changed'));
  if (known && known.sequence > chain.lastSequence) add(toFault(known.sequence, 'missing'));
  const isBehind = faults.length > 0 && (await readEnds(graph)).sweptThrough > chain.sweptThrough;
  if (isBehind) return verifyChain(graph, known); // old entries were deleted meanwhile
  const head = chain.lastSequence > 0 ? { sequence: chain.lastSequence, hash: chain.lastHash } : null;
  return { entries, pending: chain.pending, head, faults };
}

async function readEnds(graph: Graph): Promise<StoredChain> {
  const chain = await graph.write<StoredChain>('audit/read_chain');
  if (!chain) throw new Error('cypher/audit/read_chain.cypher returned no row.');
  return chain;
}

const toFault = (sequence: number, fault: ChainFault['fault']): ChainFault => ({ sequence, fault });

/** The entries of a chain in their order, in pages. */
export async function* readChain(graph: Graph, through = Number.MAX_SAFE_INTEGER): Rows<ChainedEntry> {
  for await (const page of graph.scan<{ content: ChainedEntry }>('audit/scan', { through }, scanWithinMs)) {
    yield page.map(({ content }) => content);
  }
}

// Reads what the store of Neo4j takes on disk, and what a process takes in memory.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { stateDir } from '../../stack/state.ts';
import type { Pid } from '../processor-time.ts';

const bytesPerBlock = 512;
const megabyte = 1_024 ** 2;

/** In bytes on disk. `indexes` are part of `data`; transaction logs are not, and Neo4j deletes old ones. */
export type StoreSize = { data: number; indexes: number; transactions: number };

/** Measures the embedded Neo4j of the data folder `name`. */
export function measureStore(name: string): StoreSize {
  const data = path.join(readHome(name), 'data');
  const database = path.join(data, 'databases', 'neo4j');
  return {
    data: sumBlocks(database),
    indexes: sumBlocks(path.join(database, 'schema')),
    transactions: sumBlocks(path.join(data, 'transactions', 'neo4j')),
  };
}

function readHome(name: string): string {
  const dir = path.join(stateDir(), name);
  const home = readdirSync(dir, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && entry.name.startsWith('neo4j-'),
  );
  if (!home) throw new Error(`${dir} has no embedded Neo4j: unset NEO4J_URI to measure its store.`);
  return path.join(dir, home.name);
}

function sumBlocks(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, file) => sum + statSync(path.join(folder, file)).blocks * bytesPerBlock,
    0,
  );
}

/** The resident memory of a process in megabytes; NaN if it is not known. */
export function readResidentMegabytes(pid: Pid | undefined): number {
  if (!pid) return NaN;
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

/** Formats bytes as megabytes. */
export function toMegabytes(bytes: number): string {
  return Math.round(bytes / megabyte).toLocaleString('en');
}

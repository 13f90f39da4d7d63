// Which test files a run takes, and in which order lanes take them.
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** `quick` leaves out the slow files, `usual` takes them, `faults` takes those that kill, restart or restore. */
export type Selection = 'quick' | 'usual' | 'faults';

/** A lane runs one file after the other beside other lanes. One that `usesGraph` has a Neo4j and a Redis of its own. */
export type FileQueue = { take(lane: { usesGraph: boolean }): string | undefined };

/** These folders do not touch the graph, which test/architecture.test.ts makes sure of. */
export const foldersWithoutGraph = [
  'chart',
  'email',
  'lib',
  'motivators',
  'notifications',
  'pdf',
  'profile-parser',
  'queues',
  'rules',
  'secrets',
  'settings',
  'storage',
  'trends',
];

/** Files that take longer than about eight seconds, and files that kill processes, restart servers or restore data. */
const suffixes = { slow: '.slow.test.ts', faults: '.faults.test.ts' };

/**
 * This test runs a worker by the real clock, on the databases of its lane: on a Monday it would send the digests of the
 * companies that other tests have left.
 */
const first = ['test/readme.session.slow.test.ts'];
/** These tests clear the plans of the database: the files after them would plan their queries again. */
const last = ['query-files.slow.test.ts', 'query-plans.slow.test.ts', 'database-hits.slow.test.ts'].map(
  (file) => `test/graph/${file}`,
);

/** The test files of a selection: the slow ones first, so that no lane begins with one when the others are at their end. */
export function findTestFiles(selection: Selection): string[] {
  const rank = (file: string): number =>
    first.includes(file) ? 0 : last.includes(file) ? 3 : file.endsWith(suffixes.slow) ? 1 : 2;
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', file.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.test.ts') && isSelected(file, selection))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function isSelected(file: string, selection: Selection): boolean {
  const isFault = file.endsWith(suffixes.faults);
  if (selection === 'faults') return isFault;
  return !isFault && (selection === 'usual' || !file.endsWith(suffixes.slow));
}

/** Hands out files in their order. A lane with servers takes those that need them before it takes others. */
export function createFileQueue(files: readonly string[]): FileQueue {
  const isWithoutGraph = (file: string): boolean => foldersWithoutGraph.includes(file.split('/')[1] ?? '');
  const withoutGraph = files.filter(isWithoutGraph);
  const onGraph = files.filter((file) => !isWithoutGraph(file));
  return {
    take: ({ usesGraph }) => (usesGraph ? onGraph.shift() : undefined) ?? withoutGraph.shift(),
  };
}

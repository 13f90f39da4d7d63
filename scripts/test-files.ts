// Which test files there are, which of them a quick run leaves out, and which of them run side by side.
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** A lane runs its files one after the other, beside the other lanes. `servers` is the pair of servers it works on. */
export type LaneFiles = { servers: 0 | 1; usesGraph: boolean; files: string[] };

/**
 * The lanes, by folder of test/. The two that use the graph have a Neo4j and a Redis each: a worker in one test takes
 * every event that is due in the database. The third does not touch the graph, which test/architecture.test.ts makes
 * sure of.
 */
const lanes = [
  { servers: 0, usesGraph: true, folders: ['archives', 'graph', 'http', 'routes'] },
  {
    servers: 1,
    usesGraph: true,
    folders: ['', 'jobs', 'org', 'outbox', 'reports', 'scim', 'scripts', 'telemetry', 'webhooks'],
  },
  {
    servers: 0,
    usesGraph: false,
    folders: ['email', 'notifications', 'pdf', 'profile-parser', 'queues', 'rules', 'storage', 'trends'],
  },
] as const;

/** These tests take longer than about eight seconds; a quick run leaves them out. */
export const isSlow = (file: string): boolean => file.endsWith('.slow.test.ts');

/**
 * This test runs a worker by the real clock, on the databases of its lane: on a Monday it would send the digests of the
 * companies that other tests have left.
 */
const first = ['test/readme.session.slow.test.ts'];
/** These tests clear the plans of the database: the files after them would plan their queries again. */
const last = ['query-files.slow.test.ts', 'query-plans.slow.test.ts', 'database-hits.slow.test.ts'].map(
  (file) => `test/graph/${file}`,
);

/** Every test file of the project, or every one that is not slow, in alphabetical order. */
export function findTestFiles({ quick = false } = {}): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', file.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.test.ts') && !(quick && isSlow(file)))
    .sort();
}

/** Divides test files into the lanes, and leaves out lanes without files. Throws for a folder that no lane names. */
export function divideIntoLanes(files: readonly string[]): LaneFiles[] {
  const folderOf = (file: string): string => path.posix.relative('test', path.posix.dirname(file));
  const known = new Set<string>(lanes.flatMap(({ folders }) => folders));
  const stray = files.find((file) => !known.has(folderOf(file)));
  if (stray) throw new Error(`${stray}: no lane of scripts/test-files.ts names its folder.`);
  return lanes
    .map(({ servers, usesGraph, folders }) => {
      const own = new Set<string>(folders);
      return { servers, usesGraph, files: order(files.filter((file) => own.has(folderOf(file)))) };
    })
    .filter((lane) => lane.files.length > 0);
}

/** The lanes where there is a single pair of servers: those that use the graph become one. */
export function mergeGraphLanes(divided: readonly LaneFiles[]): LaneFiles[] {
  const onGraph = divided.filter(({ usesGraph }) => usesGraph).flatMap(({ files }) => files);
  const others = divided.filter(({ usesGraph }) => !usesGraph);
  return onGraph.length > 0 ? [{ servers: 0, usesGraph: true, files: order(onGraph) }, ...others] : others;
}

function order(files: readonly string[]): string[] {
  const between = files.filter((file) => ![...first, ...last].includes(file));
  return [...first, ...between, ...last].filter((file) => files.includes(file));
}
